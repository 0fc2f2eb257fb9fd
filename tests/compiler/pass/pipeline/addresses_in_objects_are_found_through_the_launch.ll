; A variable that is the address of a value which the kernel is given and only reads, or of a part of it, as `this` of
; what was inlined into a kernel of an object, is a place in the argument block: debuggers find it by the launch's context.
; Nothing is said of other variables.
; RUN: cleave-opt --pipeline=vector --lanes=rows %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @__cleave_kernel_k(ptr %0)
; CHECK: [[CONTEXT:%.*]] = alloca ptr
; CHECK: store volatile ptr %0, ptr [[CONTEXT]]
; CHECK: #dbg_value(ptr [[CONTEXT]], ![[THIS:[0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 104, DW_OP_deref, DW_OP_plus_uconst, 16, DW_OP_stack_value)
; CHECK-NOT: #dbg_
; CHECK: ![[THIS]] = !DILocalVariable(name: "this", arg: 1
define spir_kernel void @k(i64 %n, ptr readonly byval([4 x i64]) align 8 %object) !dbg !4 {
  %part = getelementptr i8, ptr %object, i64 8, !dbg !9
  %this = addrspacecast ptr %part to ptr addrspace(4), !dbg !9
    #dbg_value(ptr addrspace(4) %this, !5, !DIExpression(), !9)
    #dbg_value(i64 %n, !6, !DIExpression(), !8)
  %place = getelementptr i8, ptr addrspace(4) %this, i64 16, !dbg !9
  %out = load ptr addrspace(1), ptr addrspace(4) %place, align 8, !dbg !9, !invariant.load !3
  %id = call spir_func i64 @_Z13get_global_idj(i32 0), !dbg !9
  %element = getelementptr i64, ptr addrspace(1) %out, i64 %id, !dbg !9
  store i64 %id, ptr addrspace(1) %element, align 8, !dbg !9
  ret void, !dbg !8
}
declare spir_func i64 @_Z13get_global_idj(i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cpp", directory: "")
!3 = !{}
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "this", arg: 1, scope: !10, type: !11, flags: DIFlagArtificial | DIFlagObjectPointer)
!6 = !DILocalVariable(name: "n", arg: 1, scope: !4, file: !2, line: 40, type: !12)
!7 = !DISubroutineType(types: !3)
!8 = !DILocation(line: 40, scope: !4)
!9 = !DILocation(line: 12, scope: !10, inlinedAt: !8)
!10 = distinct !DISubprogram(name: "operator()", file: !2, line: 12, type: !7, unit: !0, spFlags: DISPFlagDefinition | DISPFlagLocalToUnit)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!12 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
