; A value that is read once for the whole kernel stands on the kernel's own line.
; RUN: cleave-opt --passes=add_context_parameters %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal void @k.body(
; CHECK: call i64 @__cleave_local_id(i32 1){{.*}} !dbg ![[KERNEL:[0-9]+]]
; CHECK: mul i64 {{.*}}!dbg ![[ASKED:[0-9]+]]
; CHECK: call i64 @called({{.*}}!dbg ![[CALL:[0-9]+]]
; CHECK-LABEL: define internal i64 @called(
; CHECK: mul i64 {{.*}}!dbg ![[INSIDE:[0-9]+]]
; CHECK-DAG: ![[KERNEL]] = !DILocation(line: 40
; CHECK-DAG: ![[ASKED]] = !DILocation(line: 41
; CHECK-DAG: ![[CALL]] = !DILocation(line: 42
; CHECK-DAG: ![[INSIDE]] = !DILocation(line: 31
define internal void @k.body() "cleave-kernel"="k" !dbg !4 {
  %id = call i64 @__cleave_global_id(i32 1), !dbg !5
  store volatile i64 %id, ptr null, !dbg !6
  %other = call i64 @called(), !dbg !6
  ret void, !dbg !6
}
define internal i64 @called() !dbg !7 {
  %id = call i64 @__cleave_global_id(i32 1), !dbg !8
  ret i64 %id, !dbg !8
}
declare i64 @__cleave_global_id(i32) memory(none)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 41, scope: !4)
!6 = !DILocation(line: 42, scope: !4)
!7 = distinct !DISubprogram(name: "called", file: !2, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 31, scope: !7)
