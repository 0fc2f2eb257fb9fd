; Sixteen operations, each of which waits for the one before: two sub-groups run as one, and wait less, four where
; the processor has 32 registers. A shorter chain is over before.
; RUN: cleave-opt --passes=form_regions --width=8 --lanes=rows --jam-x=4 %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal i32 @brief.body.region0(
; CHECK-NOT: @__cleave_part()
; CHECK-LABEL: define internal i32 @long.body.region0(
; CHECK: call range(i32 0, 2) i32 @__cleave_part()
; CHECK-LABEL: define internal i32 @registers.body.region0(
; CHECK: call range(i32 0, 4) i32 @__cleave_part()
define internal void @brief.body() "cleave-kernel"="brief" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  store float %v15, ptr %own
  ret void
}

define internal void @long.body() "cleave-kernel"="long" {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  %v16 = fmul float %v15, %v0
  store float %v16, ptr %own
  ret void
}

define internal void @registers.body() #0 {
entry:
  %data = call ptr @__cleave_context()
  %x = call i64 @__cleave_local_id(i32 0)
  %own = getelementptr float, ptr %data, i64 %x
  %v0 = load float, ptr %own
  %v1 = fadd float %v0, %v0
  %v2 = fmul float %v1, %v0
  %v3 = fadd float %v2, %v0
  %v4 = fmul float %v3, %v0
  %v5 = fadd float %v4, %v0
  %v6 = fmul float %v5, %v0
  %v7 = fadd float %v6, %v0
  %v8 = fmul float %v7, %v0
  %v9 = fadd float %v8, %v0
  %v10 = fmul float %v9, %v0
  %v11 = fadd float %v10, %v0
  %v12 = fmul float %v11, %v0
  %v13 = fadd float %v12, %v0
  %v14 = fmul float %v13, %v0
  %v15 = fadd float %v14, %v0
  %v16 = fmul float %v15, %v0
  %v17 = fadd float %v16, %v0
  %v18 = fmul float %v17, %v0
  %v19 = fadd float %v18, %v0
  %v20 = fmul float %v19, %v0
  %v21 = fadd float %v20, %v0
  %v22 = fmul float %v21, %v0
  %v23 = fadd float %v22, %v0
  %v24 = fmul float %v23, %v0
  %v25 = fadd float %v24, %v0
  %v26 = fmul float %v25, %v0
  %v27 = fadd float %v26, %v0
  %v28 = fmul float %v27, %v0
  %v29 = fadd float %v28, %v0
  %v30 = fmul float %v29, %v0
  %v31 = fadd float %v30, %v0
  %v32 = fmul float %v31, %v0
  %v33 = fadd float %v32, %v0
  %v34 = fmul float %v33, %v0
  %v35 = fadd float %v34, %v0
  %v36 = fmul float %v35, %v0
  %v37 = fadd float %v36, %v0
  %v38 = fmul float %v37, %v0
  %v39 = fadd float %v38, %v0
  %v40 = fmul float %v39, %v0
  %v41 = fadd float %v40, %v0
  %v42 = fmul float %v41, %v0
  %v43 = fadd float %v42, %v0
  %v44 = fmul float %v43, %v0
  %v45 = fadd float %v44, %v0
  %v46 = fmul float %v45, %v0
  %v47 = fadd float %v46, %v0
  %v48 = fmul float %v47, %v0
  store float %v48, ptr %own
  ret void
}

declare ptr @__cleave_context()
declare i64 @__cleave_local_id(i32)
attributes #0 = { "cleave-kernel"="registers" "target-features"="+avx2,+avx512f" }
