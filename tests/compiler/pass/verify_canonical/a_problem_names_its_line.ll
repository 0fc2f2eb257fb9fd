; With line tables the message says where in the source.
; RUN: not cleave-opt --passes=verify_canonical %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: not canonical: an indirect call in f at line 42
define void @f(ptr %function) !dbg !3 {
  call void %function(), !dbg !4
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "source.cl", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "f", file: !1, line: 40, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 42, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
