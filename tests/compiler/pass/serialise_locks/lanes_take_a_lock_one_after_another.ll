; The loop that spins and what it guards run for one lane after another; what a lane computed there
; is its own behind them. All four lanes get the lock and a number each.
; RUN: cleave-opt --passes=serialise_locks %s | FileCheck %s
; RUN: out=$(mktemp); cleave-opt --passes=serialise_locks,widen %s > $out; timeout 60 lli $out; status=$?; rm $out; exit $status
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@lock = global i32 0
@sum = global i32 0
@out = global [4 x i32] zeroinitializer, align 32

; CHECK-LABEL: define internal void @lanes()
; CHECK: lane:
; CHECK: phi i32 [ [[NEXT:%.*]], %lane.done ], [ undef, %entry ]
; CHECK: [[NUMBER:%.*]] = phi i32 [ 0, {{.*}} ], [ [[SUCCESSOR:%.*]], %lane.done ]
; CHECK: [[LANE:%.*]] = call i32 @__cleave_lane()
; CHECK: [[MINE:%.*]] = icmp eq i32 [[LANE]], [[NUMBER]]
; CHECK: br i1 [[MINE]], label %[[FIRST:.*]], label %lane.done
; CHECK: cmpxchg ptr @lock
; CHECK: atomicrmw xchg ptr @lock, i32 0
; CHECK-NEXT: br label %lane.done
; CHECK: lane.done:
; CHECK: [[NEXT]] = phi i32
; CHECK: icmp ult i32 [[SUCCESSOR]], 4
; CHECK: br i1 {{.*}}, label %lane, label %{{.*}}, !llvm.loop
; CHECK: [[OWN:%.*]] = phi i32 [ [[NEXT]], %lane.done ]
; CHECK-NEXT: store i32 [[OWN]], ptr %address
define internal void @lanes() "cleave-lanes"="4" {
entry:
  %own = call i32 @__cleave_lane()
  %index = zext i32 %own to i64
  %address = getelementptr i32, ptr @out, i64 %index
  br label %spin

spin:
  %pair = cmpxchg ptr @lock, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %section, label %spin

section:
  %seen = load i32, ptr @sum
  %more = add i32 %seen, 1
  store i32 %more, ptr @sum
  %given = atomicrmw xchg ptr @lock, i32 0 monotonic
  store i32 %more, ptr %address
  ret void
}

; Lane i has number i + 1.
define i32 @main() {
  call void @lanes()
  %all = load <4 x i32>, ptr @out
  %wrong = icmp ne <4 x i32> %all, <i32 1, i32 2, i32 3, i32 4>
  %some = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %wrong)
  %code = zext i1 %some to i32
  ret i32 %code
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @__cleave_lane() memory(none)
