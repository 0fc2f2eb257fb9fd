#include "compiler/target/kernel_objects.h"

#include "compiler/cache/compilation_cache.h"
#include "compiler/process/ask.h"
#include "os/compiler_thread.h"

namespace cleave::compiler::target {
namespace {

std::string problem_of(const CodeGenerator& generator, const cache::CodeSource& source,
                       const interface::ObjectCode& code) {
  return generator.problem_of(code, cache::object_origin(source.kernel, source.variant, code));
}

std::optional<interface::ObjectCode> find(const CodeGenerator& generator,
                                          const cache::CodeSource& source) {
  std::optional<interface::ObjectCode> code = cache::find_code(source);
  if (code && !problem_of(generator, source, *code).empty()) code.reset();
  return code;
}

std::optional<interface::ObjectCode> make(const CodeGenerator& generator,
                                          std::span<const std::byte> module,
                                          const cache::CodeSource& source, std::string& error) {
  auto code = process::make_object(module, source.variant, source.kernel, error);
  if (!code) {
    const auto status = os::run_on_compiler_stack(os::StackNeed::deep, [&] {
      code = generator.make(module, source.variant, source.kernel, error);
    });
    if (!status.ok()) error = no_thread;
  }
  if (!error.empty()) return std::nullopt;
  return code;
}

}  // namespace

std::optional<interface::ObjectCode> find_object(const CodeGenerator& generator,
                                                 const std::string& kernel_hash,
                                                 const interface::KernelVariant& variant) {
  return find(generator, {kernel_hash, variant, generator.processor()});
}

std::optional<interface::ObjectCode> find_or_make_object(const CodeGenerator& generator,
                                                         std::span<const std::byte> module,
                                                         const std::string& kernel_hash,
                                                         const interface::KernelVariant& variant,
                                                         std::string& error) {
  error.clear();
  const cache::CodeSource source = {kernel_hash, variant, generator.processor()};
  std::optional<interface::ObjectCode> code = find(generator, source);
  if (code) return code;
  code = make(generator, module, source, error);
  if (code) error = problem_of(generator, source, *code);
  if (!error.empty()) return std::nullopt;
  cache::keep_code(source, *code);
  return code;
}

}  // namespace cleave::compiler::target
