; No processor has values of the language's own types: code could not be made of these functions.
; RUN: cleave-opt --passes=lower_opaque_types %s | FileCheck %s
; CHECK-NOT: target("spirv.Event")

; CHECK: define i64 @next(i64 %e, i1 %c) #0
; CHECK: phi i64 [ %e, %one ], [ 0, %entry ]
define target("spirv.Event") @next(target("spirv.Event") %e, i1 %c) #0 {
entry:
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %p = phi target("spirv.Event") [ %e, %one ], [ zeroinitializer, %entry ]
  ret target("spirv.Event") %p
}

; CHECK: declare i64 @elsewhere(i64)
declare target("spirv.Event") @elsewhere(target("spirv.Event"))

; CHECK: define void @keeps(i64 %i)
; CHECK: alloca [2 x i64]
; CHECK: getelementptr [2 x i64], ptr %events
; CHECK: %e = call i64 @next(i64 0, i1 true)
; CHECK: %f = call i64 @elsewhere(i64 %e)
; CHECK: store i64 %f, ptr %place
; CHECK: load i64, ptr %place
define void @keeps(i64 %i) {
  %events = alloca [2 x target("spirv.Event")]
  %place = getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64 %i
  %e = call target("spirv.Event") @next(target("spirv.Event") zeroinitializer, i1 true)
  %f = call target("spirv.Event") @elsewhere(target("spirv.Event") %e)
  store target("spirv.Event") %f, ptr %place
  %again = load target("spirv.Event"), ptr %place
  ret void
}

; CHECK: attributes #0 = { noinline }
attributes #0 = { noinline }
