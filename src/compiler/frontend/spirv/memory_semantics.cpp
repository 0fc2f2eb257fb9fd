#include "compiler/frontend/spirv/memory_semantics.h"

namespace cleave::compiler::frontend::spirv {

llvm::AtomicOrdering ordering_of(FunctionReader& reader, cleave::spirv::Id semantics) {
  const auto mask = reader.state().source.integer_constant(semantics);
  if (!mask) return llvm::AtomicOrdering::SequentiallyConsistent;
  const auto has = [&](cleave::spirv::MemorySemantics bit) {
    return cleave::spirv::has(static_cast<uint32_t>(*mask), bit);
  };
  if (has(cleave::spirv::MemorySemantics::SequentiallyConsistent)) {
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
  const bool both = has(cleave::spirv::MemorySemantics::AcquireRelease);
  const bool acquires = both || has(cleave::spirv::MemorySemantics::Acquire);
  const bool releases = both || has(cleave::spirv::MemorySemantics::Release);
  if (acquires && releases) return llvm::AtomicOrdering::AcquireRelease;
  if (acquires) return llvm::AtomicOrdering::Acquire;
  return releases ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Monotonic;
}

llvm::AtomicOrdering ordering_of_load(llvm::AtomicOrdering ordering) {
  if (ordering == llvm::AtomicOrdering::Release) return llvm::AtomicOrdering::Monotonic;
  if (ordering == llvm::AtomicOrdering::AcquireRelease) return llvm::AtomicOrdering::Acquire;
  return ordering;
}

uint32_t fence_flags(FunctionReader& reader, cleave::spirv::Id semantics) {
  constexpr uint32_t local = 1;
  constexpr uint32_t global = 2;
  constexpr uint32_t image = 4;
  const auto mask = reader.state().source.integer_constant(semantics);
  if (!mask) return local | global;
  const auto has = [&](cleave::spirv::MemorySemantics bit) {
    return cleave::spirv::has(static_cast<uint32_t>(*mask), bit);
  };
  uint32_t flags = 0;
  if (has(cleave::spirv::MemorySemantics::WorkgroupMemory)) flags |= local;
  if (has(cleave::spirv::MemorySemantics::CrossWorkgroupMemory)) flags |= global;
  if (has(cleave::spirv::MemorySemantics::ImageMemory)) flags |= image;
  return flags;
}

}  // namespace cleave::compiler::frontend::spirv
