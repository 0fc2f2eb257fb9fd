; The kernel is as if inlined into each region, and regions into the entry; what is added stands on the
; kernel's first line. A loop's own locations move likewise.
; RUN: cleave-opt --passes=form_regions %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions --lanes=rows %s | FileCheck %s
; RUN: cleave-opt --passes=form_regions %s | grep '^!' | FileCheck --check-prefix=META %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @k.body.region0(
; CHECK-SAME: !dbg ![[FIRST:[0-9]+]]
; CHECK: load volatile i32, {{.*}}!dbg ![[LOAD:[0-9]+]]
; CHECK-LABEL: define internal i32 @k.body.region1(
; CHECK-SAME: !dbg ![[SECOND:[0-9]+]]
; CHECK: store volatile i32 {{.*}}!dbg ![[STORE:[0-9]+]]
; CHECK-LABEL: define void @__cleave_kernel_k(
; CHECK-SAME: !dbg ![[ENTRY:[0-9]+]]
; CHECK: call i32 @k.body.region0({{.*}}!dbg ![[CALL:[0-9]+]]
; META-DAG: ![[KERNEL:[0-9]+]] = distinct !DISubprogram(name: "k", scope: null
; META-DAG: ![[FIRST:[0-9]+]] = distinct !DISubprogram(name: "k", linkageName: "k.body.region0", {{.*}}line: 40,
; META-DAG: ![[SECOND:[0-9]+]] = distinct !DISubprogram(name: "k", linkageName: "k.body.region1", {{.*}}line: 40,
; META-DAG: ![[ENTRY:[0-9]+]] = distinct !DISubprogram(name: "k", linkageName: "__cleave_kernel_k", {{.*}}line: 40,
; META-DAG: ![[IN_FIRST:[0-9]+]] = !DILocation(line: 40, scope: ![[FIRST]])
; META-DAG: ![[IN_SECOND:[0-9]+]] = !DILocation(line: 40, scope: ![[SECOND]])
; META-DAG: !DILocation(line: 40, scope: ![[ENTRY]])
; META-DAG: !DILocation(line: 41, scope: ![[KERNEL]], inlinedAt: ![[IN_FIRST]])
; META-DAG: !DILocation(line: 43, scope: ![[KERNEL]], inlinedAt: ![[IN_SECOND]])
define internal void @k.body() "cleave-kernel"="k" !dbg !4 {
  %context = call ptr @__cleave_context(), !dbg !5
  %v = load volatile i32, ptr %context, !dbg !5
  call void @__cleave_work_group_barrier(), !dbg !6
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
