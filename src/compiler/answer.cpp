#include "compiler/answer.h"

#include <llvm/Support/ErrorHandling.h>

#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "compiler/canonical/check_image.h"
#include "compiler/canonical/link.h"
#include "compiler/frontend/build.h"
#include "compiler/generators.h"
#include "compiler/process/requests.h"

namespace cleave::compiler {
namespace {

using process::RequestKind;

/// The first code is mostly asked for as soon as the first build has its answer, and clang leaves other
/// processors idle meanwhile.
void prepare_once(interface::CodeTarget target) {
  static bool is_first = true;  // requests come one at a time
  if (!std::exchange(is_first, false)) return;
  std::string error;
  const target::CodeGenerator* generator = generator_for(target, error);
  if (generator == nullptr) return;
  try {
    std::thread([generator] { generator->prepare(); }).detach();
  } catch (const std::system_error&) {
    // Without another thread the first code finds out by itself.
  }
}

interface::BuildResult answer(const interface::BuildRequest& request) {
  prepare_once(request.target.code);
  return frontend::build(request, frontend::opencl_c::DebugPragmas::obeyed);
}

interface::BuildResult answer(const process::LinkWork& work) {
  interface::LinkRequest request = {{}, work.options, work.target};
  for (const process::ModuleBytes& input : work.inputs) request.inputs.emplace_back(input.bytes);
  return canonical::link(request);
}

interface::CheckResult answer(const interface::ProgramImage& image) {
  return canonical::check_image(image);
}

process::ObjectAnswer answer(const process::ObjectWork& work) {
  process::ObjectAnswer answer;
  const target::CodeGenerator* generator = generator_for(work.variant.target, answer.error);
  if (generator == nullptr) return answer;
  answer.code = generator->make(work.canonical, work.variant, work.kernel_hash, answer.error);
  return answer;
}

// Nothing when the bytes are no such work: the one who asks then finds no answer in it.
template <class Work>
std::vector<std::byte> answer_bytes(std::span<const std::byte> bytes) {
  const auto work = interface::decode<Work>(bytes);
  if (!work) return {};
  return interface::encode(answer(*work));
}

// If LLVM would end the process with a message, the message goes to the process that asks. LLVM
// takes some of its memory without operator new. The operator that it uses for the rest is the
// module's own.
void end_by(interface::GiveUp give_up) {
  static interface::GiveUp end = nullptr;
  if (std::exchange(end, give_up) != nullptr) return;
  llvm::install_fatal_error_handler([](void*, const char* reason, bool) { end(reason); }, nullptr);
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { end(nullptr); });
  std::set_new_handler([] { end(nullptr); });
}

}  // namespace

std::vector<std::byte> answer_request(std::span<const std::byte> request,
                                      interface::GiveUp give_up) {
  end_by(give_up);
  if (request.empty()) return {};
  const std::span<const std::byte> work = request.subspan(1);
  switch (static_cast<RequestKind>(request.front())) {
    case RequestKind::build:
      return answer_bytes<interface::BuildRequest>(work);
    case RequestKind::link:
      return answer_bytes<process::LinkWork>(work);
    case RequestKind::check:
      return answer_bytes<interface::ProgramImage>(work);
    case RequestKind::object:
      return answer_bytes<process::ObjectWork>(work);
  }
  return {};
}

}  // namespace cleave::compiler
