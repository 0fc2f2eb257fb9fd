; Two neighbouring elements of each lane, a[i] and a[i + 1], whose lanes are near each other if x is
; small: one check for both, two vector loads and a permutation for each, else one gather of pairs.
; The elements of all lanes are at most two vectors, so that the first and the last lane are fewer
; than 15 elements apart.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
; RUN: cleave-opt --passes=widen --small-objects %s | lli
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@data = global [32 x i32] zeroinitializer, align 16
@out = global [16 x i32] zeroinitializer, align 16

; CHECK-LABEL: define internal void @lanes(
; CHECK: icmp ult i32 %{{.*}}, 15
; CHECK: br i1 %{{.*}}, label %near, label %apart
; CHECK: near:
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK-NOT: masked.load
; CHECK: call void @llvm.prefetch
; CHECK: call <8 x i32> @llvm.x86.avx2.permd
; CHECK: apart:
; CHECK: call <8 x i64> @llvm.masked.gather
; CHECK-NOT: masked.gather
; CHECK: accessed:
; CHECK: phi <8 x i32>
; CHECK: phi <8 x i32>
; CHECK-NOT: label %near
; CHECK: ret void
define internal void @lanes(float %x) "cleave-lanes"="8" "target-cpu"="x86-64-v3" {
  %lane = call i32 @__cleave_lane()
  %real = sitofp i32 %lane to float
  %place = fmul float %real, %x
  %rounded = fptosi float %place to i32
  %index = zext nneg i32 %rounded to i64
  ; The second one first: its slot is not where the group begins.
  %address = getelementptr i32, ptr @data, i64 %index
  %beside = getelementptr i8, ptr %address, i64 4
  %b = load i32, ptr %beside, align 4
  %a = load i32, ptr %address, align 4
  %place.of.a = zext i32 %lane to i64
  %to = getelementptr [2 x i32], ptr @out, i64 %place.of.a
  store i32 %a, ptr %to, align 4
  %to.b = getelementptr i8, ptr %to, i64 4
  store i32 %b, ptr %to.b, align 4
  ret void
}

; Returns false unless lane i has the elements at what x times i is cut to, and behind.
define internal i1 @is_right(float %x) {
  call void @lanes(float %x)
  br label %loop
loop:
  %lane = phi i32 [ 0, %0 ], [ %next, %loop ]
  %right = phi i1 [ true, %0 ], [ %still, %loop ]
  %real = sitofp i32 %lane to float
  %place = fmul float %real, %x
  %a = fptosi float %place to i32
  %b = add i32 %a, 1
  %index = zext i32 %lane to i64
  %from = getelementptr [2 x i32], ptr @out, i64 %index
  %found.a = load i32, ptr %from, align 4
  %from.b = getelementptr i8, ptr %from, i64 4
  %found.b = load i32, ptr %from.b, align 4
  %right.a = icmp eq i32 %a, %found.a
  %right.b = icmp eq i32 %b, %found.b
  %both = and i1 %right.a, %right.b
  %still = and i1 %right, %both
  %next = add i32 %lane, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %loop, label %end
end:
  ret i1 %still
}
define i32 @main() {
  br label %fill
fill:
  %i = phi i64 [ 0, %0 ], [ %next, %fill ]
  %to = getelementptr i32, ptr @data, i64 %i
  %value = trunc i64 %i to i32
  store i32 %value, ptr %to, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %fill, label %run
run:
  %same = call i1 @is_right(float 0.0)
  %near = call i1 @is_right(float 2.0)           ; the last lane's neighbour is the second vector's last
  %nearest_apart = call i1 @is_right(float 2.25) ; the last lane is the second vector's last
  %apart = call i1 @is_right(float 4.25)
  %a = and i1 %same, %near
  %b = and i1 %nearest_apart, %apart
  %all = and i1 %a, %b
  %wrong = xor i1 %all, true
  %code = zext i1 %wrong to i32
  ret i32 %code
}
declare i32 @__cleave_lane() memory(none)
