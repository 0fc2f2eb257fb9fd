; On every codegen mode; where lanes run together, what is said of variables goes: none is one value there.
; RUN: cleave-opt --passes=retarget --lanes=serial %s | FileCheck --check-prefixes=CHECK,TURN %s
; RUN: cleave-opt --passes=retarget --lanes=rows %s | FileCheck --check-prefixes=CHECK,ROWS %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @f(
; TURN: #dbg_value
; ROWS-NOT: #dbg_value
; CHECK: ret void, !dbg ![[PLACE:.*]]
; CHECK: ![[PLACE]] = !DILocation(line: 42
define void @f(i32 %v) !dbg !4 {
  #dbg_value(i32 %v, !6, !DIExpression(), !5)
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 42, scope: !4)
!6 = !DILocalVariable(name: "v", arg: 1, scope: !4, file: !2, line: 40, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
