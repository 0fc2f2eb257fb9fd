; Lanes that each walk through a chunk of their own are streams, of which caches and prefetchers follow no more than
; 16: sub-groups of 16 lanes are not jammed. Those whose lanes load neighbours are, and those
; whose lanes have loaded where they begin: rows of a sparse matrix follow each other. Those that walk for a short time,
; before and behind a long loop, are jammed.
; RUN: cleave-opt --passes=form_regions --width=16 --lanes=rows --jam-x=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @chunks.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @columns.body.region0(
; CHECK: call range(i32 0, 4) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @rows.body.region0(
; CHECK: call range(i32 0, 2) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @attends.body.region0(
; CHECK: call range(i32 0, 4) i32 @__cleave_part()
define internal void @chunks.body() "cleave-kernel"="chunks" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %line = mul i64 %x, %n
  %place = add i64 %line, %i
  %at = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %at
  %more = add i32 %sum, %v
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %own = getelementptr i32, ptr %data, i64 %x
  store i32 %more, ptr %own
  ret void
}
define internal void @columns.body() "cleave-kernel"="columns" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %line = mul i64 %i, %n
  %place = add i64 %line, %x
  %at = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %at
  %more = add i32 %sum, %v
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  %own = getelementptr i32, ptr %data, i64 %x
  store i32 %more, ptr %own
  ret void
}
define internal void @rows.body() "cleave-kernel"="rows" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %first = getelementptr i64, ptr %data, i64 %x
  %begin = load i64, ptr %first
  %last = getelementptr i64, ptr %first, i64 1
  %limit = load i64, ptr %last
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr %data, i64 %i
  %v = load i32, ptr %at
  %more = add i32 %sum, %v
  %next = add i64 %i, 1
  %goes.on = icmp ult i64 %next, %limit
  br i1 %goes.on, label %loop, label %end
end:
  %own = getelementptr i32, ptr %data, i64 %x
  store i32 %more, ptr %own
  ret void
}
define internal void @attends.body() "cleave-kernel"="attends" "target-features"="+avx512f" {
entry:
  %data = call ptr @__cleave_context()
  %n = load i64, ptr %data, !invariant.load !0
  %x = call i64 @__cleave_local_id(i32 0)
  %line = mul i64 %x, 32
  br label %read
read:
  %i = phi i64 [ 0, %entry ], [ %i.next, %read ]
  %first = phi i32 [ 0, %entry ], [ %first.more, %read ]
  %place = add i64 %line, %i
  %at = getelementptr i32, ptr %data, i64 %place
  %v = load i32, ptr %at
  %first.more = add i32 %first, %v
  %i.next = add i64 %i, 1
  %i.again = icmp ult i64 %i.next, 32
  br i1 %i.again, label %read, label %outer
outer:
  %j = phi i64 [ 0, %read ], [ %j.next, %outer.end ]
  %sum = phi i32 [ %first.more, %read ], [ %last, %outer.end ]
  br label %main
main:
  %k = phi i64 [ 0, %outer ], [ %k.next, %main ]
  %inner = phi i32 [ %sum, %outer ], [ %more, %main ]
  %row = mul i64 %k, %n
  %column = add i64 %row, %x
  %there = getelementptr i32, ptr %data, i64 %column
  %w = load i32, ptr %there
  %product = mul i32 %w, %inner
  %more = add i32 %inner, %product
  %k.next = add i64 %k, 1
  %k.again = icmp ult i64 %k.next, %n
  br i1 %k.again, label %main, label %outer.end
outer.end:
  %last = phi i32 [ %more, %main ]
  %j.next = add i64 %j, 1
  %j.again = icmp ult i64 %j.next, 512
  br i1 %j.again, label %outer, label %write
write:
  %l = phi i64 [ 0, %outer.end ], [ %l.next, %write ]
  %to = add i64 %line, %l
  %result = getelementptr i32, ptr %data, i64 %to
  store i32 %last, ptr %result
  %l.next = add i64 %l, 1
  %l.again = icmp ult i64 %l.next, 32
  br i1 %l.again, label %write, label %end
end:
  ret void
}
declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32) memory(none)
!0 = !{}
