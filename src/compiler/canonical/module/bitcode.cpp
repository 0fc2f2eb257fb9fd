#include "compiler/canonical/module/bitcode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::canonical::module {

std::vector<std::byte> to_bitcode(const llvm::Module& module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::BitcodeWriter writer(buffer);
  writer.writeModule(module);
  writer.writeStrtab();  // and no table of symbols, which only linkers of files read
  const auto* data = reinterpret_cast<const std::byte*>(buffer.data());
  return {data, data + buffer.size()};
}

}  // namespace cleave::compiler::canonical::module
