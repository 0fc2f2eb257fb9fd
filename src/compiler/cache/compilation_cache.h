// Keeps results of builds and machine code on disk, for this process and others
// (disk_cache/disk_cache.h). The key of a result holds everything that it depends on: the request,
// this compiler's own build, the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::cache {

/// The result of an earlier build of the same, successful and with the files as they are now.
/// Nothing when there is none or the cache is off. Thread-safe.
[[nodiscard]] std::optional<interface::BuildResult> find_build(
    const interface::BuildRequest& request);
/// Keeps the result, if it succeeded and does not depend on the time.
void keep_build(const interface::BuildRequest& request, const interface::BuildResult& result);

/// Everything that the code of a kernel is made of.
struct CodeSource {
  std::string kernel;  // hash of the module and of what launches of the kernel go by: kernel_hash
  interface::KernelVariant variant;
  std::string processor;  // and its features
};

/// Hashes all that code of a kernel is made of and that its launches go by: its facts, and the
/// canonical module that its code is made of, which says where program-scope variables lie.
[[nodiscard]] std::string kernel_hash(const interface::KernelFacts& facts,
                                      std::span<const std::byte> module);

/// Hashes all that an object is made of: what kernel_hash() says, the variant, and what KernelCode
/// says of its code. Code is used only with the very facts that it was made with. Of `code` the
/// object itself does not count.
[[nodiscard]] std::string object_origin(const std::string& kernel,
                                        const interface::KernelVariant& variant,
                                        const interface::ObjectCode& code);

[[nodiscard]] std::optional<interface::ObjectCode> find_code(const CodeSource& source);
void keep_code(const CodeSource& source, const interface::ObjectCode& code);

}  // namespace cleave::compiler::cache
