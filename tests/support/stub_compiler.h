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

class StubCompiler : public interface::Compiler {
 public:
  interface::BuildResult build(const interface::BuildRequest&) override { return {}; }
  interface::BuildResult link(const interface::LinkRequest&) override { return {}; }
  interface::CheckResult check(const interface::ProgramImage&) override { return {}; }
  std::shared_ptr<interface::ProgramCode> load(interface::CodeRequest, std::string&) override {
    return nullptr;
  }
  std::optional<interface::ObjectCode> object(const interface::ObjectRequest&,
                                              std::string&) override {
    return std::nullopt;
  }
  interface::Inspection inspect(std::span<const std::byte>, const interface::KernelFacts&,
                                const interface::KernelVariant&,
                                const interface::KernelText&) override {
    return {};
  }
  std::vector<std::byte> answer(std::span<const std::byte>, interface::GiveUp) override {
    return {};
  }
};

}  // namespace cleave::compiler
