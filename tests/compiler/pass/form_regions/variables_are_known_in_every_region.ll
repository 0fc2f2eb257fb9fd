; A debugger finds a private variable that lies in a frame, also in regions after the one that
; declares it.
; RUN: cleave-opt --passes=form_regions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK: #dbg_declare(ptr %[[FIRST:[0-9]+]], ![[V:[0-9]+]],
; CHECK: store i32 5, ptr %[[FIRST]]
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK: #dbg_declare(ptr %[[SECOND:[0-9]+]], ![[V]],
; CHECK: load i32, ptr %[[SECOND]]
; CHECK: ![[V]] = !DILocalVariable(name: "v"
define internal void @k.body() "cleave-kernel"="k" !dbg !4 {
  %variable = alloca i32, align 4
  #dbg_declare(ptr %variable, !8, !DIExpression(), !5)
  %context = call ptr @__cleave_context(), !dbg !5
  store i32 5, ptr %variable, !dbg !5
  call void @__cleave_work_group_barrier(), !dbg !6
  %v = load i32, ptr %variable, !dbg !7
  store volatile i32 %v, ptr %context, !dbg !7
  ret void, !dbg !7
}
declare void @__cleave_work_group_barrier()
declare ptr @__cleave_context()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 41, scope: !4)
!6 = !DILocation(line: 42, scope: !4)
!7 = !DILocation(line: 43, scope: !4)
!8 = !DILocalVariable(name: "v", scope: !4, file: !2, line: 41, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
