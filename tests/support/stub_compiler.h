// Declares a compiler that makes nothing, for tests that put one of their own in place of the
// compiler module: they override what they need.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::compiler {

class StubCompiler : public Compiler {
 public:
  BuildResult build(const BuildRequest&) override { return {}; }
  BuildResult link(const LinkRequest&) override { return {}; }
  CheckResult check(const ProgramImage&) override { return {}; }
  std::shared_ptr<Code> load(const CodeRequest&, std::string&) override { return nullptr; }
  Inspection inspect(std::span<const std::byte>, const KernelFacts&, const KernelVariant&,
                     const KernelText&) override {
    return {};
  }
  std::vector<std::byte> answer(std::span<const std::byte>, GiveUp) override { return {}; }
};

}  // namespace cleave::compiler
