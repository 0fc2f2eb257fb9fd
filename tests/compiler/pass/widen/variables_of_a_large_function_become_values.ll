; Beyond 1,000 blocks each load looks for what was stored: what lanes have after 700 ifs is right, and
; no variable is left.
; RUN: out=$(mktemp); { cat %s; echo 'define internal void @lanes() "cleave-lanes"="4" {'; echo 'entry: %lane = call i32 @__cleave_lane() %index = zext i32 %lane to i64 %address = getelementptr i32, ptr @out, i64 %index br label %b0'; for i in $(seq 0 699); do echo "b$i: %x$i = phi i32 [ $([ $i = 0 ] && echo '%lane, %entry' || echo "%y$((i - 1)), %t$((i - 1)) ], [ %x$((i - 1)), %b$((i - 1))") ] %w$i = add i32 %x$i, $i %u$i = urem i32 %w$i, $((i % 5 + 2)) %c$i = icmp eq i32 %u$i, 1 br i1 %c$i, label %t$i, label %b$((i + 1)) t$i: %y$i = add i32 %x$i, $((i % 7 + 1)) br label %b$((i + 1))"; done; echo 'b700: %x700 = phi i32 [ %y699, %t699 ], [ %x699, %b699 ] store i32 %x700, ptr %address ret void }'; } | cleave-opt --passes=widen - > $out; FileCheck %s < $out; lli $out; rm $out
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes(
; CHECK-NOT: alloca
; CHECK: ret void
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 899, i32 899, i32 899, i32 899>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
