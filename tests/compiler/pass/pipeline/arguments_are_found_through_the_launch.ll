; Debuggers are told where arguments lie: the launch's context is kept in memory, and leads to them.
; Nothing else is said of variables: lanes have no single value.
; RUN: cleave-opt --pipeline=vector --lanes=rows %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @__cleave_kernel_k(ptr %0)
; CHECK: [[CONTEXT:%.*]] = alloca ptr
; CHECK: store volatile ptr %0, ptr [[CONTEXT]]
; CHECK: #dbg_declare(ptr [[CONTEXT]], ![[OUT:[0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 104, DW_OP_deref, DW_OP_plus_uconst, 0)
; CHECK: #dbg_declare(ptr [[CONTEXT]], ![[N:[0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 104, DW_OP_deref, DW_OP_plus_uconst, 8)
; CHECK-NOT: #dbg_
; CHECK-DAG: ![[OUT]] = !DILocalVariable(name: "out", arg: 1
; CHECK-DAG: ![[N]] = !DILocalVariable(name: "n", arg: 2
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) !dbg !20 {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %out, i32 %n), !dbg !21
  ret void, !dbg !21
}
define internal spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %out, i32 %n) !dbg !4 {
  %out.addr = alloca ptr addrspace(1)
  %n.addr = alloca i32
  %x = alloca i32
  store ptr addrspace(1) %out, ptr %out.addr
    #dbg_declare(ptr %out.addr, !5, !DIExpression(), !8)
  store i32 %n, ptr %n.addr
    #dbg_declare(ptr %n.addr, !6, !DIExpression(), !8)
    #dbg_declare(ptr %x, !7, !DIExpression(), !8)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0), !dbg !9
  %short = trunc i64 %id to i32, !dbg !9
  store i32 %short, ptr %x, !dbg !9
  %a = load i32, ptr %n.addr, !dbg !9
  %b = load i32, ptr %x, !dbg !9
  %sum = add i32 %a, %b, !dbg !9
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %id, !dbg !9
  store i32 %sum, ptr addrspace(1) %place, !dbg !9
  ret void, !dbg !9
}
declare spir_func i64 @_Z13get_global_idj(i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", linkageName: "__clang_ocl_kern_imp_k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition | DISPFlagLocalToUnit)
!5 = !DILocalVariable(name: "out", arg: 1, scope: !4, file: !2, line: 40, type: !10)
!6 = !DILocalVariable(name: "n", arg: 2, scope: !4, file: !2, line: 40, type: !11)
!7 = !DILocalVariable(name: "x", scope: !4, file: !2, line: 41, type: !11)
!8 = !DILocation(line: 40, scope: !4)
!9 = !DILocation(line: 41, scope: !4)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 40, scope: !20)
