; One element of a truncated vector is stored: LLVM would store it as it was before the truncation, over its
; neighbours.
; RUN: cleave-opt --passes=isel_workarounds %s | FileCheck %s
; RUN: cleave-opt --passes=isel_workarounds %s | lli
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @first
; CHECK: %[[E:.*]] = extractelement <4 x i16> %narrow, i64 0
; CHECK: store i16 %[[E]], ptr {{.*}}, align 2
; CHECK-NOT: masked.store
define void @first(ptr %p, <4 x i32> %x) noinline {
  %narrow = trunc <4 x i32> %x to <4 x i16>
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %narrow, ptr align 2 %p,
                                        <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  ret void
}

; CHECK-LABEL: @third
; CHECK: %[[E:.*]] = extractelement <4 x i8> %narrow, i64 2
; CHECK: %[[P:.*]] = getelementptr i8, ptr %p, i64 2
; CHECK: store i8 %[[E]], ptr %[[P]], align 2
define void @third(ptr %p, <4 x i32> %x) {
  %narrow = trunc <4 x i32> %x to <4 x i8>
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %narrow, ptr align 4 %p,
                                       <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: @two
; CHECK: call void @llvm.masked.store
define void @two(ptr %p, <4 x i16> %x) {
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %x, ptr align 2 %p,
                                        <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  ret void
}

@memory = global [2 x i16] [i16 1, i16 2], align 4

define i32 @main() {
  call void @first(ptr @memory, <4 x i32> <i32 458759, i32 0, i32 0, i32 0>)
  %all = load i32, ptr @memory
  %wrong = icmp ne i32 %all, 131079
  %code = zext i1 %wrong to i32
  ret i32 %code
}
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)
