; The code of an instruction has the instruction's line, and so do the masks and jumps of a branch.
; RUN: cleave-opt --passes=widen %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @lanes(
; CHECK: load <4 x i32>, {{.*}}!dbg ![[LOAD:[0-9]+]]
; CHECK: icmp sgt <4 x i32> {{.*}}!dbg ![[TEST:[0-9]+]]
; CHECK: br i1 {{.*}}!dbg ![[STORE:[0-9]+]]
; CHECK: ret void, !dbg ![[END:[0-9]+]]
; CHECK: mul <4 x i32> {{.*}}!dbg ![[STORE]]
; CHECK: call void @llvm.masked.store{{.*}}!dbg ![[STORE]]
; CHECK-DAG: ![[LOAD]] = !DILocation(line: 41
; CHECK-DAG: ![[TEST]] = !DILocation(line: 42
; CHECK-DAG: ![[STORE]] = !DILocation(line: 43
; CHECK-DAG: ![[END]] = !DILocation(line: 44
define internal void @lanes(ptr %data) "cleave-lanes"="4" !dbg !4 {
  %lane = call i32 @__cleave_lane(), !dbg !5
  %index = zext i32 %lane to i64, !dbg !5
  %mine = getelementptr i32, ptr %data, i64 %index, !dbg !5
  %v = load i32, ptr %mine, !dbg !5
  %positive = icmp sgt i32 %v, 0, !dbg !6
  br i1 %positive, label %then, label %end, !dbg !6
then:
  %more = mul i32 %v, %v, !dbg !7
  store i32 %more, ptr %mine, !dbg !7
  br label %end, !dbg !7
end:
  ret void, !dbg !8
}
declare i32 @__cleave_lane() memory(none)
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
!8 = !DILocation(line: 44, scope: !4)
