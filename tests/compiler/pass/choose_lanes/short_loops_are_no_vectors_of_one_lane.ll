; A loop of 64 iterations becomes vectors where lanes run one after another. One of 4 is unrolled, and its operations
; are those of scalars.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @long({{.*}}) #[[LONG:[0-9]+]]
; CHECK: define internal void @short({{.*}}) #[[SHORT:[0-9]+]]
; CHECK-DAG: attributes #[[LONG]] = {{.*}}"cleave-serial-lanes"
; CHECK-NOT: attributes #[[SHORT]] = {{.*}}"cleave-serial-lanes"
define internal void @long(ptr %out, ptr %in, float %scale, float %shift) "cleave-kernel"="long" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, 1000
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %m0 = fmul float %x, %scale
  %s0 = fadd float %m0, %shift
  %m1 = fmul float %s0, %scale
  %s1 = fadd float %m1, %shift
  %m2 = fmul float %s1, %scale
  %s2 = fadd float %m2, %shift
  %m3 = fmul float %s2, %scale
  %s3 = fadd float %m3, %shift
  %m4 = fmul float %s3, %scale
  %s4 = fadd float %m4, %shift
  %m5 = fmul float %s4, %scale
  %s5 = fadd float %m5, %shift
  %m6 = fmul float %s5, %scale
  %s6 = fadd float %m6, %shift
  %m7 = fmul float %s6, %scale
  %s7 = fadd float %m7, %shift
  %m8 = fmul float %s7, %scale
  %s8 = fadd float %m8, %shift
  %m9 = fmul float %s8, %scale
  %s9 = fadd float %m9, %shift
  %m10 = fmul float %s9, %scale
  %s10 = fadd float %m10, %shift
  %m11 = fmul float %s10, %scale
  %s11 = fadd float %m11, %shift
  %to = getelementptr float, ptr %out, i64 %at
  store float %s11, ptr %to
  %next = add nuw i64 %k, 1
  %is_inside = icmp ult i64 %next, 64
  br i1 %is_inside, label %loop, label %end
end:
  ret void
}
define internal void @short(ptr %out, ptr %in, float %scale, float %shift) "cleave-kernel"="short" "target-cpu"="x86-64-v4" {
entry:
  %id = call i64 @__cleave_global_id(i32 0)
  %start = mul i64 %id, 1000
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %start, %k
  %from = getelementptr float, ptr %in, i64 %at
  %x = load float, ptr %from
  %m0 = fmul float %x, %scale
  %s0 = fadd float %m0, %shift
  %m1 = fmul float %s0, %scale
  %s1 = fadd float %m1, %shift
  %m2 = fmul float %s1, %scale
  %s2 = fadd float %m2, %shift
  %m3 = fmul float %s2, %scale
  %s3 = fadd float %m3, %shift
  %m4 = fmul float %s3, %scale
  %s4 = fadd float %m4, %shift
  %m5 = fmul float %s4, %scale
  %s5 = fadd float %m5, %shift
  %m6 = fmul float %s5, %scale
  %s6 = fadd float %m6, %shift
  %m7 = fmul float %s6, %scale
  %s7 = fadd float %m7, %shift
  %m8 = fmul float %s7, %scale
  %s8 = fadd float %m8, %shift
  %m9 = fmul float %s8, %scale
  %s9 = fadd float %m9, %shift
  %m10 = fmul float %s9, %scale
  %s10 = fadd float %m10, %shift
  %m11 = fmul float %s10, %scale
  %s11 = fadd float %m11, %shift
  %to = getelementptr float, ptr %out, i64 %at
  store float %s11, ptr %to
  %next = add nuw i64 %k, 1
  %is_inside = icmp ult i64 %next, 4
  br i1 %is_inside, label %loop, label %end
end:
  ret void
}
