; A pipe is the address of its memory. A reservation id is a number wherever it lies: in variables of
; the program, of work-groups and of structures too.
; RUN: cleave-opt --passes=lower_opaque_types %s | FileCheck %s
; CHECK-NOT: target("spirv.

%struct.kept = type { target("spirv.ReserveId"), i32 }

; CHECK: @shared = internal addrspace(3) global i64 undef, align 8
; CHECK: @both = internal addrspace(3) global [2 x %[[PAIR:.*]]] undef, align 8
@shared = internal addrspace(3) global target("spirv.ReserveId") undef, align 8
@both = internal addrspace(3) global [2 x %struct.kept] undef, align 8

; CHECK: declare i64 @__reserve_read_pipe(ptr addrspace(1), i32, i32, i32)
declare target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)

; CHECK: define void @reserves(ptr addrspace(1) %p, i64 %i)
; CHECK: %id = call i64 @__reserve_read_pipe(ptr addrspace(1) %p, i32 1, i32 4, i32 4)
; CHECK: store i64 %id, ptr addrspace(3) @shared
; CHECK: %place = getelementptr [2 x %[[PAIR]]], ptr addrspace(3) @both, i64 0, i64 %i, i32 0
; CHECK: %again = load i64, ptr addrspace(3) @shared
; CHECK: store i64 %again, ptr addrspace(3) %place
define void @reserves(target("spirv.Pipe", 0) %p, i64 %i) {
  %id = call target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0) %p, i32 1, i32 4, i32 4)
  store target("spirv.ReserveId") %id, ptr addrspace(3) @shared
  %place = getelementptr [2 x %struct.kept], ptr addrspace(3) @both, i64 0, i64 %i, i32 0
  %again = load target("spirv.ReserveId"), ptr addrspace(3) @shared
  store target("spirv.ReserveId") %again, ptr addrspace(3) %place
  ret void
}
