; With AVX2, which has no scatters, lanes that do not run store to a variable of the function's: no branch can be
; mispredicted. Lanes that never run store nothing.
; RUN: cleave-opt --passes=split_gathers %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @scatter
; CHECK: %[[NOWHERE:.+]] = alloca i64
; CHECK: %[[ADDRESS:.+]] = extractelement <4 x ptr> %a, i64 1
; CHECK: %[[BITS:.+]] = bitcast <4 x i1> %{{.+}} to i4
; CHECK: %[[SHIFTED:.+]] = lshr i4 %[[BITS]], 1
; CHECK: %[[RUNS:.+]] = trunc i4 %[[SHIFTED]] to i1
; CHECK: %[[TARGET:.+]] = select i1 %[[RUNS]], ptr %[[ADDRESS]], ptr %[[NOWHERE]]
; CHECK: store i32 %{{.+}}, ptr %[[TARGET]], align 4
; CHECK-NOT: scatter
define void @scatter(<4 x ptr> %a, <4 x i32> %x, <4 x i1> %mask) "target-cpu"="x86-64-v3" {
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> align 4 %a, <4 x i1> %mask)
  ret void
}

; CHECK-LABEL: @with_sse
; CHECK: scatter
define void @with_sse(<4 x ptr> %a, <4 x i32> %x, <4 x i1> %mask) "target-cpu"="x86-64-v2" {
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> align 4 %a, <4 x i1> %mask)
  ret void
}

; CHECK-LABEL: @lanes_that_never_run
; CHECK-COUNT-2: store i32
; CHECK-NOT: store
define void @lanes_that_never_run(<4 x ptr> %a, <4 x i32> %x) "target-cpu"="x86-64-v3" {
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> align 4 %a, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  ret void
}
