; Accesses that are slow under a mask have a version without masks behind a branch, with all that stands between them.
; RUN: cleave-opt --passes=unmask_accesses %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @one_branch
; CHECK: %[[FROZEN:.+]] = freeze <8 x i1> %mask
; CHECK: %[[BITS:.+]] = bitcast <8 x i1> %[[FROZEN]] to i8
; CHECK: %[[ALL:.+]] = icmp eq i8 %[[BITS]], -1
; CHECK: br i1 %[[ALL]], label %[[PLAIN:.+]], label %[[MASKED:.+]]
; CHECK: [[PLAIN]]:
; CHECK: %[[X:.+]] = load <8 x float>, ptr %p, align 4, !alias.scope
; CHECK: %[[Y:.+]] = fadd <8 x float> %[[X]], %[[X]]
; CHECK: store <8 x float> %[[Y]], ptr %q, align 4
; CHECK: [[MASKED]]:
; CHECK: call <8 x float> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK: %[[EITHER:.+]] = phi <8 x float>
; CHECK: ret <8 x float> %[[EITHER]]
define <8 x float> @one_branch(ptr %p, ptr %q, <8 x i1> %mask) "target-cpu"="x86-64-v3" {
  %x = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %mask, <8 x float> poison), !alias.scope !0
  %y = fadd <8 x float> %x, %x
  call void @llvm.masked.store.v8f32.p0(<8 x float> %y, ptr align 4 %q, <8 x i1> %mask)
  ret <8 x float> %y
}

; Parts of vectors have masks made of one.
; CHECK-LABEL: @vectors_of_lanes
; CHECK: freeze <2 x i1> %mask
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: masked.store
; CHECK: masked.store
; CHECK-NOT: br i1
define void @vectors_of_lanes(ptr %p, <4 x i32> %x, <2 x i1> %mask) "target-cpu"="x86-64-v3" {
  %first = shufflevector <2 x i1> %mask, <2 x i1> poison, <4 x i32> zeroinitializer
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> %first)
  %second = shufflevector <2 x i1> %mask, <2 x i1> poison, <4 x i32> splat (i32 1)
  %q = getelementptr i8, ptr %p, i64 16
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %q, <4 x i1> %second)
  ret void
}

; Loads and gathers of words cost no more, gathers of long elements do.
; CHECK-LABEL: @loads_of_words
; CHECK-NOT: br
; CHECK: ret
define <4 x i32> @loads_of_words(ptr %p, <4 x ptr> %a, <4 x i1> %mask) "target-cpu"="x86-64-v3" {
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %mask, <4 x i32> poison)
  %y = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %a, <4 x i1> %mask, <4 x i32> poison)
  %z = add <4 x i32> %x, %y
  ret <4 x i32> %z
}

; CHECK-LABEL: @gather_of_long_elements
; CHECK: br i1
; CHECK: @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> splat (i1 true),
; CHECK: @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> %mask,
define <4 x double> @gather_of_long_elements(<4 x ptr> %a, <4 x i1> %mask) "target-cpu"="x86-64-v3" {
  %r = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %a, <4 x i1> %mask, <4 x double> poison)
  ret <4 x double> %r
}

; A mask of constants is as good as none, and AVX-512 has masks.
; CHECK-LABEL: @known_mask
; CHECK-NOT: br
; CHECK: ret
define void @known_mask(ptr %p, <4 x i32> %x) "target-cpu"="x86-64-v3" {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: @with_masks
; CHECK-NOT: br
; CHECK: ret
define void @with_masks(ptr %p, <4 x i32> %x, <4 x i1> %mask) "target-cpu"="x86-64-v4" {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> %mask)
  ret void
}

; The second mask is made between accesses of the first.
; CHECK-LABEL: @mask_of_a_version
; CHECK: %[[SECOND:.+]] = phi <4 x i1>
; CHECK: freeze <4 x i1> %[[SECOND]]
define void @mask_of_a_version(ptr %p, ptr %q, <4 x i32> %x, <4 x i1> %mask) "target-cpu"="x86-64-v3" {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> %mask)
  %second = icmp sgt <4 x i32> %x, zeroinitializer
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %q, <4 x i1> %mask)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> %second)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
