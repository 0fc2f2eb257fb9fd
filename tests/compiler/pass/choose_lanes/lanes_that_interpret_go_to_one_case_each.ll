; Each lane goes to one case of the switch, and together they run all eight, each with a gather and a scatter:
; the elements of the private array lie apart, since lanes are at different depths of a stack. Where all lanes
; are at one depth, or do the same, they run together.
; RUN: cleave-opt --passes=choose_lanes --width=16 --lanes=vector %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__cleave_global_id(i32)

; CHECK: define internal void @interprets({{.*}} #[[SERIAL:[0-9]+]]
; CHECK: define internal void @does_the_same({{.*}} #[[TOGETHER:[0-9]+]]
; CHECK: attributes #[[SERIAL]] = {{.*}}"cleave-serial-lanes"
; CHECK-NOT: "cleave-serial-lanes"
define internal void @interprets(ptr %codes, ptr %out) "cleave-kernel"="interprets" "target-cpu"="x86-64-v4" {
entry:
  %stack = alloca [16 x i32]
  %id = call i64 @__cleave_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %behind ]
  %depth = phi i32 [ 0, %entry ], [ %new.depth, %behind ]
  %place = add i64 %id, %k
  %code.at = getelementptr i32, ptr %codes, i64 %place
  %code = load i32, ptr %code.at
  %is_in = icmp ult i64 %k, 100
  br i1 %is_in, label %choose, label %end
choose:
  switch i32 %code, label %behind [
    i32 0, label %case0
    i32 1, label %case1
    i32 2, label %case2
    i32 3, label %case3
    i32 4, label %case4
    i32 5, label %case5
    i32 6, label %case6
    i32 7, label %case7
  ]
case0:
  %top0 = getelementptr i32, ptr %stack, i32 %depth
  %old0 = load i32, ptr %top0
  %new0 = mul i32 %old0, 3
  store i32 %new0, ptr %top0
  %depth0 = xor i32 %depth, 0
  br label %behind
case1:
  %top1 = getelementptr i32, ptr %stack, i32 %depth
  %old1 = load i32, ptr %top1
  %new1 = mul i32 %old1, 4
  store i32 %new1, ptr %top1
  %depth1 = xor i32 %depth, 1
  br label %behind
case2:
  %top2 = getelementptr i32, ptr %stack, i32 %depth
  %old2 = load i32, ptr %top2
  %new2 = mul i32 %old2, 5
  store i32 %new2, ptr %top2
  %depth2 = xor i32 %depth, 2
  br label %behind
case3:
  %top3 = getelementptr i32, ptr %stack, i32 %depth
  %old3 = load i32, ptr %top3
  %new3 = mul i32 %old3, 6
  store i32 %new3, ptr %top3
  %depth3 = xor i32 %depth, 3
  br label %behind
case4:
  %top4 = getelementptr i32, ptr %stack, i32 %depth
  %old4 = load i32, ptr %top4
  %new4 = mul i32 %old4, 7
  store i32 %new4, ptr %top4
  %depth4 = xor i32 %depth, 4
  br label %behind
case5:
  %top5 = getelementptr i32, ptr %stack, i32 %depth
  %old5 = load i32, ptr %top5
  %new5 = mul i32 %old5, 8
  store i32 %new5, ptr %top5
  %depth5 = xor i32 %depth, 5
  br label %behind
case6:
  %top6 = getelementptr i32, ptr %stack, i32 %depth
  %old6 = load i32, ptr %top6
  %new6 = mul i32 %old6, 9
  store i32 %new6, ptr %top6
  %depth6 = xor i32 %depth, 6
  br label %behind
case7:
  %top7 = getelementptr i32, ptr %stack, i32 %depth
  %old7 = load i32, ptr %top7
  %new7 = mul i32 %old7, 10
  store i32 %new7, ptr %top7
  %depth7 = xor i32 %depth, 7
  br label %behind
behind:
  %new.depth = phi i32 [ %depth, %choose ], [ %depth0, %case0 ], [ %depth1, %case1 ], [ %depth2, %case2 ], [ %depth3, %case3 ], [ %depth4, %case4 ], [ %depth5, %case5 ], [ %depth6, %case6 ], [ %depth7, %case7 ]
  %next = add nuw i64 %k, 1
  br label %loop
end:
  %result = load i32, ptr %stack
  %to = getelementptr i32, ptr %out, i64 %id
  store i32 %result, ptr %to
  ret void
}
define internal void @does_the_same(ptr %codes, ptr %out) "cleave-kernel"="does_the_same" "target-cpu"="x86-64-v4" {
entry:
  %stack = alloca [16 x i32]
  %id = call i64 @__cleave_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %behind ]
  %depth = phi i32 [ 0, %entry ], [ %new.depth, %behind ]
  %place = add i64 0, %k
  %code.at = getelementptr i32, ptr %codes, i64 %place
  %code = load i32, ptr %code.at
  %is_in = icmp ult i64 %k, 100
  br i1 %is_in, label %choose, label %end
choose:
  switch i32 %code, label %behind [
    i32 0, label %case0
    i32 1, label %case1
    i32 2, label %case2
    i32 3, label %case3
    i32 4, label %case4
    i32 5, label %case5
    i32 6, label %case6
    i32 7, label %case7
  ]
case0:
  %top0 = getelementptr i32, ptr %stack, i32 %depth
  %old0 = load i32, ptr %top0
  %new0 = mul i32 %old0, 3
  store i32 %new0, ptr %top0
  %depth0 = xor i32 %depth, 0
  br label %behind
case1:
  %top1 = getelementptr i32, ptr %stack, i32 %depth
  %old1 = load i32, ptr %top1
  %new1 = mul i32 %old1, 4
  store i32 %new1, ptr %top1
  %depth1 = xor i32 %depth, 1
  br label %behind
case2:
  %top2 = getelementptr i32, ptr %stack, i32 %depth
  %old2 = load i32, ptr %top2
  %new2 = mul i32 %old2, 5
  store i32 %new2, ptr %top2
  %depth2 = xor i32 %depth, 2
  br label %behind
case3:
  %top3 = getelementptr i32, ptr %stack, i32 %depth
  %old3 = load i32, ptr %top3
  %new3 = mul i32 %old3, 6
  store i32 %new3, ptr %top3
  %depth3 = xor i32 %depth, 3
  br label %behind
case4:
  %top4 = getelementptr i32, ptr %stack, i32 %depth
  %old4 = load i32, ptr %top4
  %new4 = mul i32 %old4, 7
  store i32 %new4, ptr %top4
  %depth4 = xor i32 %depth, 4
  br label %behind
case5:
  %top5 = getelementptr i32, ptr %stack, i32 %depth
  %old5 = load i32, ptr %top5
  %new5 = mul i32 %old5, 8
  store i32 %new5, ptr %top5
  %depth5 = xor i32 %depth, 5
  br label %behind
case6:
  %top6 = getelementptr i32, ptr %stack, i32 %depth
  %old6 = load i32, ptr %top6
  %new6 = mul i32 %old6, 9
  store i32 %new6, ptr %top6
  %depth6 = xor i32 %depth, 6
  br label %behind
case7:
  %top7 = getelementptr i32, ptr %stack, i32 %depth
  %old7 = load i32, ptr %top7
  %new7 = mul i32 %old7, 10
  store i32 %new7, ptr %top7
  %depth7 = xor i32 %depth, 7
  br label %behind
behind:
  %new.depth = phi i32 [ %depth, %choose ], [ %depth0, %case0 ], [ %depth1, %case1 ], [ %depth2, %case2 ], [ %depth3, %case3 ], [ %depth4, %case4 ], [ %depth5, %case5 ], [ %depth6, %case6 ], [ %depth7, %case7 ]
  %next = add nuw i64 %k, 1
  br label %loop
end:
  %result = load i32, ptr %stack
  %to = getelementptr i32, ptr %out, i64 %id
  store i32 %result, ptr %to
  ret void
}
