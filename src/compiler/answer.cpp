#include "compiler/answer.h"

#include "compiler/frontend/build.h"
#include "compiler/frontend/link.h"
#include "compiler/helper/questions.h"
#include "compiler/target/object_code.h"

namespace cleave::compiler {
namespace {

using helper::Question;

BuildResult answer(const BuildRequest& request) {
  return frontend::build(request, frontend::DebugPragmas::obeyed);
}

BuildResult answer(const helper::LinkWork& work) {
  LinkRequest request = {{}, work.options, work.target};
  for (const helper::ModuleBytes& input : work.inputs) request.inputs.emplace_back(input.bytes);
  return frontend::link(request);
}

helper::Problem answer(const helper::CheckWork& work) {
  return {target::check_module({work.canonical, work.kernels})};
}

helper::ObjectAnswer answer(const helper::ObjectWork& work) {
  helper::ObjectAnswer answer;
  cache::ObjectCode code = target::make_object(work.canonical, work.variant, answer.error);
  answer.frame_bytes = code.frame_bytes;
  answer.object = std::move(code.object);
  return answer;
}

// Nothing when the bytes are no such work: the one who asks then finds no answer in it.
template <class Work>
std::vector<std::byte> answer_bytes(std::span<const std::byte> bytes) {
  const auto work = decode<Work>(bytes);
  if (!work) return {};
  return encode(answer(*work));
}

}  // namespace

std::vector<std::byte> answer_question(std::span<const std::byte> question) {
  if (question.empty()) return {};
  const std::span<const std::byte> work = question.subspan(1);
  switch (static_cast<Question>(question.front())) {
    case Question::build:
      return answer_bytes<BuildRequest>(work);
    case Question::link:
      return answer_bytes<helper::LinkWork>(work);
    case Question::check:
      return answer_bytes<helper::CheckWork>(work);
    case Question::object:
      return answer_bytes<helper::ObjectWork>(work);
  }
  return {};
}

}  // namespace cleave::compiler
