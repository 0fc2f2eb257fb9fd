; Code generation could read addresses that are poison from the register of the result, which no
; processor takes. A part of 4 addresses or more that is wholly poison is null instead.
; RUN: cleave-opt --passes=isel_workarounds %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr>, <8 x i1>, <8 x i64>)
declare <8 x ptr> @llvm.masked.gather.v8p0.v8p0(<8 x ptr>, <8 x i1>, <8 x ptr>)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)

; Followed through what lanes that do not run are given, and through operations lane by lane.
; CHECK-LABEL: @followed
; CHECK: %next = call <8 x ptr> @llvm.masked.gather.v8p0.v8p0(<8 x ptr> align 8 %from,
; CHECK: %[[GIVEN:.*]] = select <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x ptr> %further, <8 x ptr> zeroinitializer
; CHECK: call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %[[GIVEN]], <8 x i1> %mask
define <8 x i64> @followed(<8 x ptr> %from, <8 x i1> %mask) {
  %next = call <8 x ptr> @llvm.masked.gather.v8p0.v8p0(<8 x ptr> align 8 %from, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x ptr> poison)
  %further = getelementptr i64, <8 x ptr> %next, i64 1
  %value = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %further, <8 x i1> %mask, <8 x i64> poison)
  ret <8 x i64> %value
}

; Indices of a constant, both ways to a block, and halves that change places.
; CHECK-LABEL: @joined
; CHECK: %[[GIVEN:.*]] = select <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x ptr> %swapped, <8 x ptr> zeroinitializer
; CHECK: call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %[[GIVEN]],
define <8 x i64> @joined(ptr %base, i1 %way, <8 x i1> %mask) {
entry:
  %near = getelementptr i64, ptr %base, <8 x i64> <i64 poison, i64 poison, i64 poison, i64 poison, i64 1, i64 2, i64 3, i64 4>
  br i1 %way, label %other, label %end

other:
  %far = getelementptr i64, ptr %base, <8 x i64> <i64 poison, i64 poison, i64 poison, i64 poison, i64 5, i64 6, i64 7, i64 poison>
  br label %end

end:
  %either = phi <8 x ptr> [ %near, %entry ], [ %far, %other ]
  %swapped = shufflevector <8 x ptr> %either, <8 x ptr> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
  %value = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %swapped, <8 x i1> %mask, <8 x i64> poison)
  ret <8 x i64> %value
}

; A value under a partial mask is in a register, and so is the value of an iteration before.
; CHECK-LABEL: @in_registers
; CHECK-NOT: select
; CHECK: ret
define <8 x i64> @in_registers(ptr %base, <8 x i1> %mask, i1 %again) {
entry:
  %first = getelementptr i64, ptr %base, <8 x i64> <i64 0, i64 1, i64 2, i64 poison, i64 4, i64 poison, i64 poison, i64 poison>
  br label %turn

turn:
  %at = phi <8 x ptr> [ %first, %entry ], [ %next, %turn ]
  %next = call <8 x ptr> @llvm.masked.gather.v8p0.v8p0(<8 x ptr> align 8 %at, <8 x i1> %mask, <8 x ptr> poison)
  br i1 %again, label %turn, label %end

end:
  %value = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %next, <8 x i1> %mask, <8 x i64> poison)
  ret <8 x i64> %value
}

; A scalar base and short indices stay that.
; CHECK-LABEL: @indexed
; CHECK: %[[GIVEN:.*]] = select <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x i32> %index, <8 x i32> zeroinitializer
; CHECK: %[[WIDE:.*]] = zext <8 x i32> %[[GIVEN]] to <8 x i64>
; CHECK: %[[AT:.*]] = getelementptr i64, ptr %base, <8 x i64> %[[WIDE]]
; CHECK: call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %[[AT]],
define <8 x i64> @indexed(ptr %base, <8 x i32> %x, <8 x i1> %mask) {
  %index = add <8 x i32> %x, <i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison, i32 poison>
  %wide = zext <8 x i32> %index to <8 x i64>
  %at = getelementptr i64, ptr %base, <8 x i64> %wide
  %value = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %at, <8 x i1> %mask, <8 x i64> poison)
  ret <8 x i64> %value
}

; A vector of less than four addresses is one part.
; CHECK-LABEL: @short
; CHECK: call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 zeroinitializer,
define <2 x i32> @short(ptr %base, <2 x i1> %mask) {
  %value = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 poison, <2 x i1> %mask, <2 x i32> poison)
  ret <2 x i32> %value
}
