; Code that the program expects not to run is no part of a chain, neither the branches to it nor its operations. A
; number that is looked up in a table takes no longer than an operation.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-x=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @corrected.body.region0(
; CHECK: call range(i32 0, 2) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @parted.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @brief.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @looked_up.body.region0(
; CHECK: call range(i32 0, 2) i32 @__cleave_part()

@table = private addrspace(2) constant [8 x float] [float 0.0, float 1.0, float 4.0, float 9.0, float 16.0, float 25.0, float 36.0, float 49.0]

define internal void @corrected.body() "cleave-kernel"="corrected" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  %v16 = fmul float %v15, %v0
  %small = fcmp olt float %v16, 1.0
  br i1 %small, label %first, label %between, !prof !0
first:
  %p = fmul float %v16, 3.0
  br label %between
between:
  %q = phi float [ %p, %first ], [ %v16, %entry ]
  %great = fcmp ogt float %q, 9.0
  br i1 %great, label %second, label %end, !prof !0
second:
  %r = fdiv float %q, 5.0
  br label %end
end:
  %s = phi float [ %r, %second ], [ %q, %between ]
  store float %s, ptr %own
  ret void
}

define internal void @parted.body() "cleave-kernel"="parted" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  %v16 = fmul float %v15, %v0
  %small = fcmp olt float %v16, 1.0
  br i1 %small, label %first, label %between
first:
  %p = fmul float %v16, 3.0
  br label %between
between:
  %q = phi float [ %p, %first ], [ %v16, %entry ]
  %great = fcmp ogt float %q, 9.0
  br i1 %great, label %second, label %end
second:
  %r = fdiv float %q, 5.0
  br label %end
end:
  %s = phi float [ %r, %second ], [ %q, %between ]
  store float %s, ptr %own
  ret void
}

define internal void @brief.body() "cleave-kernel"="brief" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %small = fcmp olt float %v8, 1.0
  br i1 %small, label %first, label %between, !prof !0
first:
  %e0 = fmul float %v8, %v0
  %e1 = fmul float %e0, %v0
  %e2 = fmul float %e1, %v0
  %e3 = fmul float %e2, %v0
  %e4 = fmul float %e3, %v0
  %e5 = fmul float %e4, %v0
  %e6 = fmul float %e5, %v0
  %e7 = fmul float %e6, %v0
  %e8 = fmul float %e7, %v0
  %e9 = fmul float %e8, %v0
  %e10 = fmul float %e9, %v0
  %e11 = fmul float %e10, %v0
  %p = fmul float %e11, 3.0
  br label %between
between:
  %q = phi float [ %p, %first ], [ %v8, %entry ]
  %great = fcmp ogt float %q, 9.0
  br i1 %great, label %second, label %end, !prof !0
second:
  %r = fdiv float %q, 5.0
  br label %end
end:
  %s = phi float [ %r, %second ], [ %q, %between ]
  store float %s, ptr %own
  ret void
}

define internal void @looked_up.body() "cleave-kernel"="looked_up" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %index = and i64 %x, 7
  %place = getelementptr [8 x float], ptr addrspace(2) @table, i64 0, i64 %index
  %looked_up = load float, ptr addrspace(2) %place
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  %v16 = fmul float %v15, %looked_up
  store float %v16, ptr %own
  ret void
}

declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32)
!0 = !{!"branch_weights", i32 1, i32 2000}
