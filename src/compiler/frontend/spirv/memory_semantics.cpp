#include "compiler/frontend/spirv/memory_semantics.h"

namespace cleave::compiler::frontend {

llvm::AtomicOrdering ordering_of(FunctionReader& reader, spirv::Id semantics) {
  const auto mask = reader.state().source.integer_constant(semantics);
  if (!mask) return llvm::AtomicOrdering::SequentiallyConsistent;
  const auto has = [&](spirv::MemorySemantics bit) {
    return spirv::has(static_cast<uint32_t>(*mask), bit);
  };
  if (has(spirv::MemorySemantics::SequentiallyConsistent)) {
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
  const bool both = has(spirv::MemorySemantics::AcquireRelease);
  const bool acquires = both || has(spirv::MemorySemantics::Acquire);
  const bool releases = both || has(spirv::MemorySemantics::Release);
  if (acquires && releases) return llvm::AtomicOrdering::AcquireRelease;
  if (acquires) return llvm::AtomicOrdering::Acquire;
  return releases ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Monotonic;
}

llvm::AtomicOrdering ordering_of_load(llvm::AtomicOrdering ordering) {
  if (ordering == llvm::AtomicOrdering::Release) return llvm::AtomicOrdering::Monotonic;
  if (ordering == llvm::AtomicOrdering::AcquireRelease) return llvm::AtomicOrdering::Acquire;
  return ordering;
}

uint32_t fence_flags(FunctionReader& reader, spirv::Id semantics) {
  constexpr uint32_t local = 1;
  constexpr uint32_t global = 2;
  constexpr uint32_t image = 4;
  const auto mask = reader.state().source.integer_constant(semantics);
  if (!mask) return local | global;
  const auto has = [&](spirv::MemorySemantics bit) {
    return spirv::has(static_cast<uint32_t>(*mask), bit);
  };
  uint32_t flags = 0;
  if (has(spirv::MemorySemantics::WorkgroupMemory)) flags |= local;
  if (has(spirv::MemorySemantics::CrossWorkgroupMemory)) flags |= global;
  if (has(spirv::MemorySemantics::ImageMemory)) flags |= image;
  return flags;
}

}  // namespace cleave::compiler::frontend
