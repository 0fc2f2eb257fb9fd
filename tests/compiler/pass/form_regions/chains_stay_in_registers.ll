; A loop with eight chains: two sub-groups of 8 lanes need 16 registers for them. AVX-512 has 32, AVX2 no more than
; 16, so one sub-group runs at a time there.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-x=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @many_registers.body.region0(
; CHECK: call range(i32 0, 2) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @few_registers.body.region0(
; CHECK-NOT: @__cleave_part()
define internal void @many_registers.body() "cleave-kernel"="many_registers" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  %number = trunc i64 %x to i32
  %v = uitofp i32 %number to float
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi float [ %v, %entry ], [ %a.next, %loop ]
  %b = phi float [ %v, %entry ], [ %b.next, %loop ]
  %c = phi float [ %v, %entry ], [ %c.next, %loop ]
  %d = phi float [ %v, %entry ], [ %d.next, %loop ]
  %e = phi float [ %v, %entry ], [ %e.next, %loop ]
  %f = phi float [ %v, %entry ], [ %f.next, %loop ]
  %g = phi float [ %v, %entry ], [ %g.next, %loop ]
  %h = phi float [ %v, %entry ], [ %h.next, %loop ]
  %a.next = fmul float %a, %a
  %b.next = fmul float %b, %b
  %c.next = fmul float %c, %c
  %d.next = fmul float %d, %d
  %e.next = fmul float %e, %e
  %f.next = fmul float %f, %f
  %g.next = fmul float %g, %g
  %h.next = fmul float %h, %h
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %to.b = fadd float %a.next, %b.next
  %to.c = fadd float %to.b, %c.next
  %to.d = fadd float %to.c, %d.next
  %to.e = fadd float %to.d, %e.next
  %to.f = fadd float %to.e, %f.next
  %to.g = fadd float %to.f, %g.next
  %to.h = fadd float %to.g, %h.next
  %own = getelementptr float, ptr %data, i64 %x
  store float %to.h, ptr %own
  ret void
}
define internal void @few_registers.body() "cleave-kernel"="few_registers" "target-features"="+avx2" {
entry:
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  %number = trunc i64 %x to i32
  %v = uitofp i32 %number to float
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi float [ %v, %entry ], [ %a.next, %loop ]
  %b = phi float [ %v, %entry ], [ %b.next, %loop ]
  %c = phi float [ %v, %entry ], [ %c.next, %loop ]
  %d = phi float [ %v, %entry ], [ %d.next, %loop ]
  %e = phi float [ %v, %entry ], [ %e.next, %loop ]
  %f = phi float [ %v, %entry ], [ %f.next, %loop ]
  %g = phi float [ %v, %entry ], [ %g.next, %loop ]
  %h = phi float [ %v, %entry ], [ %h.next, %loop ]
  %a.next = fmul float %a, %a
  %b.next = fmul float %b, %b
  %c.next = fmul float %c, %c
  %d.next = fmul float %d, %d
  %e.next = fmul float %e, %e
  %f.next = fmul float %f, %f
  %g.next = fmul float %g, %g
  %h.next = fmul float %h, %h
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %to.b = fadd float %a.next, %b.next
  %to.c = fadd float %to.b, %c.next
  %to.d = fadd float %to.c, %d.next
  %to.e = fadd float %to.d, %e.next
  %to.f = fadd float %to.e, %f.next
  %to.g = fadd float %to.f, %g.next
  %to.h = fadd float %to.g, %h.next
  %own = getelementptr float, ptr %data, i64 %x
  store float %to.h, ptr %own
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
!0 = !{}
