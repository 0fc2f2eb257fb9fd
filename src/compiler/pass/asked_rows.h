// Rows that are told at run time: a[i & m], a[clamp(i, 0, n)] and others whose index is computed
// from ids in ways that keep lanes beside each other for some numbers and not for others. What
// asks is a subtraction and a comparison of vectors, little beside a gather.
#pragma once

#include "compiler/pass/lane_address.h"
#include "compiler/pass/wide_values.h"

namespace cleave::compiler::pass {

struct RowQuestion {
  llvm::Value* index;  // an integer that grows by one from lane to lane where lanes lie in a row
};

/// An index as a sum or difference of two operands of which lanes share one; null: it is none.
/// What is asked of a[i] is known of a[i + n] too.
struct SharedAddend {
  llvm::Value* rest = nullptr;
  llvm::Value* addend = nullptr;
};
[[nodiscard]] SharedAddend shared_addend(const llvm::Value* index, const Shapes& shapes);

/// Of accesses of `bytes` by each lane; nothing: their stride is known, or it is of no use to ask,
/// above all where the index was loaded from memory.
[[nodiscard]] std::optional<RowQuestion> row_question(llvm::Value* pointer, uint64_t bytes,
                                                      const LaneAddresses& addresses);

struct RowAnswer {
  llvm::Value* in_row = nullptr;  // i1: whether all lanes, also those that do not run, lie in a row
  llvm::Value* first = nullptr;   // i32: the index that lane 0 has then
};
[[nodiscard]] RowAnswer ask(llvm::IRBuilder<>& builder, WideValues& values,
                            const RowQuestion& question);

/// i32: what is added to the index of the question, and lane 0's own.
[[nodiscard]] llvm::Value* first_index(llvm::IRBuilder<>& builder, WideValues& values,
                                       llvm::Value* index, const RowQuestion& question,
                                       llvm::Value* first);

}  // namespace cleave::compiler::pass
