; More pairs of calls than 64 are not combined: in kernels as long as that sin and cos are called with
; vectors of all lanes, which sincos is not.
; RUN: cleave-opt --passes=combine_sincos %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @k
; CHECK-NOT: @_Z6sincos
define spir_func void @k(float %x, ptr %out) {
  %a0 = fmul float %x, 2.0
  %s0 = call spir_func float @_Z3sinf(float %a0)
  %c0 = call spir_func float @_Z3cosf(float %a0)
  store float %s0, ptr %out
  store float %c0, ptr %out
  %a1 = fmul float %x, 3.0
  %s1 = call spir_func float @_Z3sinf(float %a1)
  %c1 = call spir_func float @_Z3cosf(float %a1)
  store float %s1, ptr %out
  store float %c1, ptr %out
  %a2 = fmul float %x, 4.0
  %s2 = call spir_func float @_Z3sinf(float %a2)
  %c2 = call spir_func float @_Z3cosf(float %a2)
  store float %s2, ptr %out
  store float %c2, ptr %out
  %a3 = fmul float %x, 5.0
  %s3 = call spir_func float @_Z3sinf(float %a3)
  %c3 = call spir_func float @_Z3cosf(float %a3)
  store float %s3, ptr %out
  store float %c3, ptr %out
  %a4 = fmul float %x, 6.0
  %s4 = call spir_func float @_Z3sinf(float %a4)
  %c4 = call spir_func float @_Z3cosf(float %a4)
  store float %s4, ptr %out
  store float %c4, ptr %out
  %a5 = fmul float %x, 7.0
  %s5 = call spir_func float @_Z3sinf(float %a5)
  %c5 = call spir_func float @_Z3cosf(float %a5)
  store float %s5, ptr %out
  store float %c5, ptr %out
  %a6 = fmul float %x, 8.0
  %s6 = call spir_func float @_Z3sinf(float %a6)
  %c6 = call spir_func float @_Z3cosf(float %a6)
  store float %s6, ptr %out
  store float %c6, ptr %out
  %a7 = fmul float %x, 9.0
  %s7 = call spir_func float @_Z3sinf(float %a7)
  %c7 = call spir_func float @_Z3cosf(float %a7)
  store float %s7, ptr %out
  store float %c7, ptr %out
  %a8 = fmul float %x, 10.0
  %s8 = call spir_func float @_Z3sinf(float %a8)
  %c8 = call spir_func float @_Z3cosf(float %a8)
  store float %s8, ptr %out
  store float %c8, ptr %out
  %a9 = fmul float %x, 11.0
  %s9 = call spir_func float @_Z3sinf(float %a9)
  %c9 = call spir_func float @_Z3cosf(float %a9)
  store float %s9, ptr %out
  store float %c9, ptr %out
  %a10 = fmul float %x, 12.0
  %s10 = call spir_func float @_Z3sinf(float %a10)
  %c10 = call spir_func float @_Z3cosf(float %a10)
  store float %s10, ptr %out
  store float %c10, ptr %out
  %a11 = fmul float %x, 13.0
  %s11 = call spir_func float @_Z3sinf(float %a11)
  %c11 = call spir_func float @_Z3cosf(float %a11)
  store float %s11, ptr %out
  store float %c11, ptr %out
  %a12 = fmul float %x, 14.0
  %s12 = call spir_func float @_Z3sinf(float %a12)
  %c12 = call spir_func float @_Z3cosf(float %a12)
  store float %s12, ptr %out
  store float %c12, ptr %out
  %a13 = fmul float %x, 15.0
  %s13 = call spir_func float @_Z3sinf(float %a13)
  %c13 = call spir_func float @_Z3cosf(float %a13)
  store float %s13, ptr %out
  store float %c13, ptr %out
  %a14 = fmul float %x, 16.0
  %s14 = call spir_func float @_Z3sinf(float %a14)
  %c14 = call spir_func float @_Z3cosf(float %a14)
  store float %s14, ptr %out
  store float %c14, ptr %out
  %a15 = fmul float %x, 17.0
  %s15 = call spir_func float @_Z3sinf(float %a15)
  %c15 = call spir_func float @_Z3cosf(float %a15)
  store float %s15, ptr %out
  store float %c15, ptr %out
  %a16 = fmul float %x, 18.0
  %s16 = call spir_func float @_Z3sinf(float %a16)
  %c16 = call spir_func float @_Z3cosf(float %a16)
  store float %s16, ptr %out
  store float %c16, ptr %out
  %a17 = fmul float %x, 19.0
  %s17 = call spir_func float @_Z3sinf(float %a17)
  %c17 = call spir_func float @_Z3cosf(float %a17)
  store float %s17, ptr %out
  store float %c17, ptr %out
  %a18 = fmul float %x, 20.0
  %s18 = call spir_func float @_Z3sinf(float %a18)
  %c18 = call spir_func float @_Z3cosf(float %a18)
  store float %s18, ptr %out
  store float %c18, ptr %out
  %a19 = fmul float %x, 21.0
  %s19 = call spir_func float @_Z3sinf(float %a19)
  %c19 = call spir_func float @_Z3cosf(float %a19)
  store float %s19, ptr %out
  store float %c19, ptr %out
  %a20 = fmul float %x, 22.0
  %s20 = call spir_func float @_Z3sinf(float %a20)
  %c20 = call spir_func float @_Z3cosf(float %a20)
  store float %s20, ptr %out
  store float %c20, ptr %out
  %a21 = fmul float %x, 23.0
  %s21 = call spir_func float @_Z3sinf(float %a21)
  %c21 = call spir_func float @_Z3cosf(float %a21)
  store float %s21, ptr %out
  store float %c21, ptr %out
  %a22 = fmul float %x, 24.0
  %s22 = call spir_func float @_Z3sinf(float %a22)
  %c22 = call spir_func float @_Z3cosf(float %a22)
  store float %s22, ptr %out
  store float %c22, ptr %out
  %a23 = fmul float %x, 25.0
  %s23 = call spir_func float @_Z3sinf(float %a23)
  %c23 = call spir_func float @_Z3cosf(float %a23)
  store float %s23, ptr %out
  store float %c23, ptr %out
  %a24 = fmul float %x, 26.0
  %s24 = call spir_func float @_Z3sinf(float %a24)
  %c24 = call spir_func float @_Z3cosf(float %a24)
  store float %s24, ptr %out
  store float %c24, ptr %out
  %a25 = fmul float %x, 27.0
  %s25 = call spir_func float @_Z3sinf(float %a25)
  %c25 = call spir_func float @_Z3cosf(float %a25)
  store float %s25, ptr %out
  store float %c25, ptr %out
  %a26 = fmul float %x, 28.0
  %s26 = call spir_func float @_Z3sinf(float %a26)
  %c26 = call spir_func float @_Z3cosf(float %a26)
  store float %s26, ptr %out
  store float %c26, ptr %out
  %a27 = fmul float %x, 29.0
  %s27 = call spir_func float @_Z3sinf(float %a27)
  %c27 = call spir_func float @_Z3cosf(float %a27)
  store float %s27, ptr %out
  store float %c27, ptr %out
  %a28 = fmul float %x, 30.0
  %s28 = call spir_func float @_Z3sinf(float %a28)
  %c28 = call spir_func float @_Z3cosf(float %a28)
  store float %s28, ptr %out
  store float %c28, ptr %out
  %a29 = fmul float %x, 31.0
  %s29 = call spir_func float @_Z3sinf(float %a29)
  %c29 = call spir_func float @_Z3cosf(float %a29)
  store float %s29, ptr %out
  store float %c29, ptr %out
  %a30 = fmul float %x, 32.0
  %s30 = call spir_func float @_Z3sinf(float %a30)
  %c30 = call spir_func float @_Z3cosf(float %a30)
  store float %s30, ptr %out
  store float %c30, ptr %out
  %a31 = fmul float %x, 33.0
  %s31 = call spir_func float @_Z3sinf(float %a31)
  %c31 = call spir_func float @_Z3cosf(float %a31)
  store float %s31, ptr %out
  store float %c31, ptr %out
  %a32 = fmul float %x, 34.0
  %s32 = call spir_func float @_Z3sinf(float %a32)
  %c32 = call spir_func float @_Z3cosf(float %a32)
  store float %s32, ptr %out
  store float %c32, ptr %out
  %a33 = fmul float %x, 35.0
  %s33 = call spir_func float @_Z3sinf(float %a33)
  %c33 = call spir_func float @_Z3cosf(float %a33)
  store float %s33, ptr %out
  store float %c33, ptr %out
  %a34 = fmul float %x, 36.0
  %s34 = call spir_func float @_Z3sinf(float %a34)
  %c34 = call spir_func float @_Z3cosf(float %a34)
  store float %s34, ptr %out
  store float %c34, ptr %out
  %a35 = fmul float %x, 37.0
  %s35 = call spir_func float @_Z3sinf(float %a35)
  %c35 = call spir_func float @_Z3cosf(float %a35)
  store float %s35, ptr %out
  store float %c35, ptr %out
  %a36 = fmul float %x, 38.0
  %s36 = call spir_func float @_Z3sinf(float %a36)
  %c36 = call spir_func float @_Z3cosf(float %a36)
  store float %s36, ptr %out
  store float %c36, ptr %out
  %a37 = fmul float %x, 39.0
  %s37 = call spir_func float @_Z3sinf(float %a37)
  %c37 = call spir_func float @_Z3cosf(float %a37)
  store float %s37, ptr %out
  store float %c37, ptr %out
  %a38 = fmul float %x, 40.0
  %s38 = call spir_func float @_Z3sinf(float %a38)
  %c38 = call spir_func float @_Z3cosf(float %a38)
  store float %s38, ptr %out
  store float %c38, ptr %out
  %a39 = fmul float %x, 41.0
  %s39 = call spir_func float @_Z3sinf(float %a39)
  %c39 = call spir_func float @_Z3cosf(float %a39)
  store float %s39, ptr %out
  store float %c39, ptr %out
  %a40 = fmul float %x, 42.0
  %s40 = call spir_func float @_Z3sinf(float %a40)
  %c40 = call spir_func float @_Z3cosf(float %a40)
  store float %s40, ptr %out
  store float %c40, ptr %out
  %a41 = fmul float %x, 43.0
  %s41 = call spir_func float @_Z3sinf(float %a41)
  %c41 = call spir_func float @_Z3cosf(float %a41)
  store float %s41, ptr %out
  store float %c41, ptr %out
  %a42 = fmul float %x, 44.0
  %s42 = call spir_func float @_Z3sinf(float %a42)
  %c42 = call spir_func float @_Z3cosf(float %a42)
  store float %s42, ptr %out
  store float %c42, ptr %out
  %a43 = fmul float %x, 45.0
  %s43 = call spir_func float @_Z3sinf(float %a43)
  %c43 = call spir_func float @_Z3cosf(float %a43)
  store float %s43, ptr %out
  store float %c43, ptr %out
  %a44 = fmul float %x, 46.0
  %s44 = call spir_func float @_Z3sinf(float %a44)
  %c44 = call spir_func float @_Z3cosf(float %a44)
  store float %s44, ptr %out
  store float %c44, ptr %out
  %a45 = fmul float %x, 47.0
  %s45 = call spir_func float @_Z3sinf(float %a45)
  %c45 = call spir_func float @_Z3cosf(float %a45)
  store float %s45, ptr %out
  store float %c45, ptr %out
  %a46 = fmul float %x, 48.0
  %s46 = call spir_func float @_Z3sinf(float %a46)
  %c46 = call spir_func float @_Z3cosf(float %a46)
  store float %s46, ptr %out
  store float %c46, ptr %out
  %a47 = fmul float %x, 49.0
  %s47 = call spir_func float @_Z3sinf(float %a47)
  %c47 = call spir_func float @_Z3cosf(float %a47)
  store float %s47, ptr %out
  store float %c47, ptr %out
  %a48 = fmul float %x, 50.0
  %s48 = call spir_func float @_Z3sinf(float %a48)
  %c48 = call spir_func float @_Z3cosf(float %a48)
  store float %s48, ptr %out
  store float %c48, ptr %out
  %a49 = fmul float %x, 51.0
  %s49 = call spir_func float @_Z3sinf(float %a49)
  %c49 = call spir_func float @_Z3cosf(float %a49)
  store float %s49, ptr %out
  store float %c49, ptr %out
  %a50 = fmul float %x, 52.0
  %s50 = call spir_func float @_Z3sinf(float %a50)
  %c50 = call spir_func float @_Z3cosf(float %a50)
  store float %s50, ptr %out
  store float %c50, ptr %out
  %a51 = fmul float %x, 53.0
  %s51 = call spir_func float @_Z3sinf(float %a51)
  %c51 = call spir_func float @_Z3cosf(float %a51)
  store float %s51, ptr %out
  store float %c51, ptr %out
  %a52 = fmul float %x, 54.0
  %s52 = call spir_func float @_Z3sinf(float %a52)
  %c52 = call spir_func float @_Z3cosf(float %a52)
  store float %s52, ptr %out
  store float %c52, ptr %out
  %a53 = fmul float %x, 55.0
  %s53 = call spir_func float @_Z3sinf(float %a53)
  %c53 = call spir_func float @_Z3cosf(float %a53)
  store float %s53, ptr %out
  store float %c53, ptr %out
  %a54 = fmul float %x, 56.0
  %s54 = call spir_func float @_Z3sinf(float %a54)
  %c54 = call spir_func float @_Z3cosf(float %a54)
  store float %s54, ptr %out
  store float %c54, ptr %out
  %a55 = fmul float %x, 57.0
  %s55 = call spir_func float @_Z3sinf(float %a55)
  %c55 = call spir_func float @_Z3cosf(float %a55)
  store float %s55, ptr %out
  store float %c55, ptr %out
  %a56 = fmul float %x, 58.0
  %s56 = call spir_func float @_Z3sinf(float %a56)
  %c56 = call spir_func float @_Z3cosf(float %a56)
  store float %s56, ptr %out
  store float %c56, ptr %out
  %a57 = fmul float %x, 59.0
  %s57 = call spir_func float @_Z3sinf(float %a57)
  %c57 = call spir_func float @_Z3cosf(float %a57)
  store float %s57, ptr %out
  store float %c57, ptr %out
  %a58 = fmul float %x, 60.0
  %s58 = call spir_func float @_Z3sinf(float %a58)
  %c58 = call spir_func float @_Z3cosf(float %a58)
  store float %s58, ptr %out
  store float %c58, ptr %out
  %a59 = fmul float %x, 61.0
  %s59 = call spir_func float @_Z3sinf(float %a59)
  %c59 = call spir_func float @_Z3cosf(float %a59)
  store float %s59, ptr %out
  store float %c59, ptr %out
  %a60 = fmul float %x, 62.0
  %s60 = call spir_func float @_Z3sinf(float %a60)
  %c60 = call spir_func float @_Z3cosf(float %a60)
  store float %s60, ptr %out
  store float %c60, ptr %out
  %a61 = fmul float %x, 63.0
  %s61 = call spir_func float @_Z3sinf(float %a61)
  %c61 = call spir_func float @_Z3cosf(float %a61)
  store float %s61, ptr %out
  store float %c61, ptr %out
  %a62 = fmul float %x, 64.0
  %s62 = call spir_func float @_Z3sinf(float %a62)
  %c62 = call spir_func float @_Z3cosf(float %a62)
  store float %s62, ptr %out
  store float %c62, ptr %out
  %a63 = fmul float %x, 65.0
  %s63 = call spir_func float @_Z3sinf(float %a63)
  %c63 = call spir_func float @_Z3cosf(float %a63)
  store float %s63, ptr %out
  store float %c63, ptr %out
  %a64 = fmul float %x, 66.0
  %s64 = call spir_func float @_Z3sinf(float %a64)
  %c64 = call spir_func float @_Z3cosf(float %a64)
  store float %s64, ptr %out
  store float %c64, ptr %out
  ret void
}

declare spir_func float @_Z3sinf(float) memory(none)
declare spir_func float @_Z3cosf(float) memory(none)
