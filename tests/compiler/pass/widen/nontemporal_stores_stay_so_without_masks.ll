; Vectors of contiguous lanes, those of an interleave group among them, are nontemporal as the stores
; of their lanes are. A store with a mask is not, nor is a scatter. Where vectors are whole cache lines
; it is asked whether all lanes run, which need no mask. Nobody asks so of a load, which is an ordinary one.
; RUN: cleave-opt --passes=widen --small-objects %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @contiguous(
; CHECK: store <4 x i32> {{.*}}, align 4, !nontemporal
define internal void @contiguous(ptr %p) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr %p, i64 %index
  store i32 %lane, ptr %to, !nontemporal !0
  ret void
}
; CHECK-LABEL: define internal void @interleaved(
; CHECK-COUNT-2: store <4 x i32> {{.*}}, !nontemporal
define internal void @interleaved(ptr %p) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %index = zext i32 %lane to i64
  %first = getelementptr [2 x i32], ptr %p, i64 %index
  store i32 %lane, ptr %first, !nontemporal !0
  %second = getelementptr i8, ptr %first, i64 4
  store i32 7, ptr %second, !nontemporal !0
  ret void
}
; CHECK-LABEL: define internal void @versioned(
; CHECK: contiguous:
; CHECK: store <4 x i32> {{.*}}, !nontemporal
; CHECK: apart:
; CHECK: call void @llvm.masked.scatter{{.*}}){{$}}
define internal void @versioned(ptr %p, i32 %m) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %low = and i32 %lane, %m
  %index = zext i32 %low to i64
  %to = getelementptr i32, ptr %p, i64 %index
  store i32 %lane, ptr %to, !nontemporal !0
  ret void
}
; CHECK-LABEL: define internal void @masked_lines(
; CHECK: %[[MASK:.*]] = or <4 x i1>
; CHECK: some:
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK: %[[ALL:.*]] = icmp eq i4 %[[BITS]], -1
; CHECK: br i1 %[[ALL]], label %all.lanes, label %apart
; CHECK: all.lanes:
; CHECK: store <16 x i32> {{.*}}, align 16, !nontemporal
; CHECK: apart:
; CHECK: call void @llvm.masked.store.v16i32{{.*}}){{$}}
define internal void @masked_lines(ptr %p, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %runs = icmp ult i32 %lane, %n
  br i1 %runs, label %then, label %end
then:
  %index = zext i32 %lane to i64
  %to = getelementptr <4 x i32>, ptr %p, i64 %index
  store <4 x i32> zeroinitializer, ptr %to, !nontemporal !0
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @masked_parts_of_lines(
; CHECK-NOT: !nontemporal
; CHECK: call void @llvm.masked.store{{.*}}){{$}}
; CHECK-NOT: !nontemporal
; CHECK: }
define internal void @masked_parts_of_lines(ptr %p, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %runs = icmp ult i32 %lane, %n
  br i1 %runs, label %then, label %end
then:
  %index = zext i32 %lane to i64
  %to = getelementptr i32, ptr %p, i64 %index
  store i32 %lane, ptr %to, !nontemporal !0
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @masked_loads_of_lines(
; CHECK-NOT: all.lanes
; CHECK: %[[LOADED:.*]] = call <16 x i32> @llvm.masked.load.v16i32
; CHECK-NOT: all.lanes
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> %[[LOADED]]
define internal void @masked_loads_of_lines(ptr %p, ptr %q, i32 %n) "cleave-lanes"="4" {
  %lane = call i32 @__cleave_lane()
  %runs = icmp ult i32 %lane, %n
  br i1 %runs, label %then, label %end
then:
  %index = zext i32 %lane to i64
  %from = getelementptr <4 x i32>, ptr %p, i64 %index
  %loaded = load <4 x i32>, ptr %from, !nontemporal !0
  %to = getelementptr <4 x i32>, ptr %q, i64 %index
  store <4 x i32> %loaded, ptr %to
  br label %end
end:
  ret void
}
declare i32 @__cleave_lane() memory(none)
!0 = !{i32 1}
