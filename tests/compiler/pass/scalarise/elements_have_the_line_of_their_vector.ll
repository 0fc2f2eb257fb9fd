; RUN: cleave-opt --passes=scalarise %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @adds(
; CHECK-COUNT-2: load float, {{.*}}!dbg ![[LOAD:[0-9]+]]
; CHECK-COUNT-2: fadd float {{.*}}!dbg ![[ADD:[0-9]+]]
; CHECK-COUNT-2: store float {{.*}}!dbg ![[LOAD]]
; CHECK: ![[LOAD]] = !DILocation(line: 41
; CHECK: ![[ADD]] = !DILocation(line: 42
define void @adds(ptr %data) !dbg !4 {
  %v = load <2 x float>, ptr %data, !dbg !5
  %sum = fadd <2 x float> %v, <float 1.0, float 2.0>, !dbg !6
  store <2 x float> %sum, ptr %data, !dbg !5
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 41, scope: !4)
!6 = !DILocation(line: 42, scope: !4)
