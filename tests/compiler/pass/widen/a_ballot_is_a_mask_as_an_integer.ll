; Lanes that do not run have no bit, whatever their predicate is.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @ballot(
; CHECK: %[[HOLDS:.*]] = icmp ne <16 x i32>
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %[[HOLDS]] to i16
; CHECK: %[[ALL:.*]] = zext i16 %[[BITS]] to i64
; CHECK: store i64 %[[ALL]], ptr %1
; CHECK: select <16 x i1> %{{.*}}, <16 x i1> %{{.*}}, <16 x i1> zeroinitializer
; CHECK-NEXT: bitcast <16 x i1> %{{.*}} to i16
define internal void @ballot(ptr %in, ptr %out) "cleave-lanes"="16" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %x = load i32, ptr %from
  %bits = call i64 @__cleave_active_ballot_i32(i32 %x)
  store i64 %bits, ptr %out
  %some = icmp slt i32 %x, 7
  br i1 %some, label %there, label %end
there:
  %bits.of.some = call i64 @__cleave_active_ballot_i32(i32 %x)
  store i64 %bits.of.some, ptr %out
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane()
declare i64 @__cleave_active_ballot_i32(i32) convergent memory(none)
