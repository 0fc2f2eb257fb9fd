// The one function that libcleave-compiler.so exports.
#include "compiler/frontend/build.h"
#include "compiler/frontend/link.h"
#include "compiler/interface/compiler.h"
#include "compiler/target/cpu_code.h"

namespace cleave::compiler {
namespace {

class ModuleCompiler final : public Compiler {
 public:
  BuildResult build(const BuildRequest& request) override { return frontend::build(request); }
  BuildResult link(const LinkRequest& request) override { return frontend::link(request); }

  std::shared_ptr<Code> load(const CodeRequest& request, std::string& error) override {
    return target::load_code(request, error);
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Compiler* cleave_compiler_open(
    uint32_t interface_version) {
  if (interface_version != compiler_interface_version) return nullptr;
  static Compiler& compiler = *new ModuleCompiler;
  return &compiler;
}

}  // namespace cleave::compiler
