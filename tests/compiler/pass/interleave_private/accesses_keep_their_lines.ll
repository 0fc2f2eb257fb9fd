; Addresses that are computed anew, and loops that copies become, stand on the line of what they replace.
; RUN: cleave-opt --passes=interleave_private --width=8 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: phi i64 {{.*}}!dbg ![[FILL:[0-9]+]]
; CHECK: store i32 0, {{.*}}!dbg ![[FILL]]
; CHECK: br i1 {{.*}}!dbg ![[FILL]]
; CHECK: mul i64 {{.*}}, 8, !dbg ![[INDEX:[0-9]+]]
; CHECK: store i32 1, {{.*}}!dbg ![[STORE:[0-9]+]]
; CHECK: ![[FILL]] = !DILocation(line: 41
; CHECK: ![[INDEX]] = !DILocation(line: 42
; CHECK: ![[STORE]] = !DILocation(line: 43
define internal void @k.body(i64 %i) "cleave-kernel"="k" !dbg !4 {
  %v = alloca [20 x i32]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 80, i1 false), !dbg !5
  %place = getelementptr i32, ptr %v, i64 %i, !dbg !6
  store i32 1, ptr %place, !dbg !7
  ret void, !dbg !7
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
!7 = !DILocation(line: 43, scope: !4)
