; An instruction keeps the line it has in the function, and is known to be inlined where it was called.
; RUN: cleave-opt --passes=inline_calls %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: mul i32 {{.*}}, !dbg ![[PLACE:.*]]
; CHECK: store i32 {{.*}}, !dbg ![[CALLER:.*]]
; CHECK-DAG: ![[CALLER]] = !DILocation(line: 41
; CHECK-DAG: ![[PLACE]] = !DILocation(line: 31, scope: !{{.*}}, inlinedAt: ![[CALL:.*]])
; CHECK-DAG: ![[CALL]] = distinct !DILocation(line: 41
define spir_kernel void @k(ptr addrspace(1) %out, i32 %v) !dbg !4 {
  %r = call spir_func i32 @square(i32 %v), !dbg !5
  store i32 %r, ptr addrspace(1) %out, !dbg !5
  ret void, !dbg !5
}
define spir_func i32 @square(i32 %v) !dbg !6 {
  %r = mul i32 %v, %v, !dbg !7
  ret i32 %r, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "source.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 41, scope: !4)
!6 = distinct !DISubprogram(name: "square", file: !2, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 31, scope: !6)
