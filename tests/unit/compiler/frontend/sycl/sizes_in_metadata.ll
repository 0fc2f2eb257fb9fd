; The kernel's metadata has what are no sizes.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr byval([8 x i8]) %o) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 !work_group_size_hint !2 !kernel_arg_name !3 { ret void }
!0 = !{i32 0}
!1 = !{!"x"}
!2 = !{}
!3 = !{null, !0, !1}
