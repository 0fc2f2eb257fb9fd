#include "compiler/target/x86/generator.h"

#include "compiler/target/x86/host_processor.h"
#include "compiler/target/x86/object_check.h"
#include "compiler/target/x86/object_code.h"

namespace cleave::compiler::target::x86 {
namespace {

class X86Generator final : public CodeGenerator {
 public:
  std::string processor() const override { return host_description(); }
  void prepare() const override { prepare_host_machine(); }
  interface::ObjectCode make(std::span<const std::byte> canonical,
                             const interface::KernelVariant& variant,
                             const std::string& kernel_hash, std::string& error) const override {
    return make_object(canonical, variant, kernel_hash, error);
  }
  std::string problem_of(const interface::ObjectCode& code,
                         const std::string& origin) const override {
    return problem_of_object(
        {reinterpret_cast<const char*>(code.object.data()), code.object.size()}, origin);
  }
};

}  // namespace

const CodeGenerator& generator() {
  static const CodeGenerator& instance = *new X86Generator;
  return instance;
}

}  // namespace cleave::compiler::target::x86
