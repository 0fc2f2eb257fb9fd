#include "compile.h"

#include <sys/resource.h>

#include <array>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

#include "backend/cpu/facts.h"
#include "compiler/interface/compiler.h"
#include "options/options.h"
#include "spirv/offer.h"
#include "spirv/read.h"
#include "tests/fuzz/random.h"
#include "tests/support/process.h"
#include "topology/topology.h"

namespace cleave::test::fuzz::module {
namespace {

using compiler::interface::BuildResult;

constexpr clock_t longest =
    10 * CLOCKS_PER_SEC;  // of processor time, for a module with its kernels

long memory_in_kibibytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Beside what LLVM keeps: code is made of a module piece by piece.
long most_memory(const Words& words) {
  constexpr long of_any = 256 << 10;
  constexpr long of_each_word = 64;
  return of_any + of_each_word * static_cast<long>(words.size());
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

class ModuleCompilation {
 public:
  ModuleCompilation(compiler::interface::Compiler& compiler,
                    const compiler::interface::LanguageTarget& target, Batch& batch)
      : compiler_(compiler), target_(target), batch_(batch) {}

  void run(const Words& words) {
    Random random(batch_.progress.seed);
    const long memory_before = memory_in_kibibytes();
    const clock_t begin = std::clock();
    std::string problem = compile(words, random);
    if (problem.empty() && std::clock() - begin > longest) problem = "it takes long";
    const long memory = memory_in_kibibytes() - memory_before;
    if (problem.empty() && memory > most_memory(words))
      problem = "it takes " + std::to_string(memory) + " KiB";
    if (!problem.empty()) batch_.fail(problem);
  }

 private:
  std::string compile(const Words& words, Random& random) {
    const auto bytes = std::as_bytes(std::span(words));
    const auto offer = cleave::spirv::offer_of(target_.extensions, target_.features);
    if (!cleave::spirv::read(bytes, {}, offer).module) {
      ++batch_.progress.refused;
      return {};
    }
    constexpr std::array<uint32_t, 5> sizes = {4, 8, 16, 32, 64};
    target_.default_sub_group_size = random.pick(sizes);
    compiler::interface::BuildRequest request;
    request.input = compiler::interface::IntermediateLanguage{{bytes.begin(), bytes.end()}, {}};
    request.options = compiler::interface::parse_build_options(random.chance(10) ? "-g" : "");
    request.target = target_;
    const BuildResult result = compiler_.build(request);
    if (result.status != CL_SUCCESS) {
      ++batch_.progress.failed;
      const size_t place = result.log.find("internal error");
      return place == result.log.npos ? "" : first_line(result.log.substr(place));
    }
    ++batch_.progress.built;
    for (const compiler::interface::KernelFacts& facts : result.kernels) {
      ++batch_.progress.kernels;
      if (auto problem = compile(result, facts, random); !problem.empty())
        return facts.name + ": " + problem;
    }
    return {};
  }

  std::string compile(const BuildResult& program, const compiler::interface::KernelFacts& facts,
                      Random& random) {
    compiler::interface::KernelVariant variant = {.kernel = facts.name,
                                                  .sub_group_size = facts.sub_group_size,
                                                  .mode = backend::cpu::codegen_mode()};
    constexpr std::array tiers = {compiler::interface::Tier::quick, compiler::interface::Tier::main,
                                  compiler::interface::Tier::alternative};
    variant.tier = random.pick(tiers);
    variant.shape.small_ids = random.chance(50);
    variant.shape.small_objects = random.chance(50);
    variant.shape.distinct_objects = random.chance(50);
    if (random.chance(50)) {
      variant.shape.sub_groups = 1U << random.below(5);
      variant.shape.rows = 1U << random.below(3);
      variant.shape.ragged_rows = random.chance(20);
    }
    const compiler::interface::Inspection inspection =
        compiler_.inspect(program.canonical, facts, variant, {.remarks = false});
    return first_line(inspection.error);
  }

  compiler::interface::Compiler& compiler_;
  compiler::interface::LanguageTarget target_;
  Batch& batch_;
};

}  // namespace

int compile_kernels(Batch& batch) {
  std::string problem;
  compiler::interface::Compiler* compiler = compiler::interface::load_compiler(problem);
  if (compiler == nullptr) fail("no compiler:", problem);
  const auto read = topology::read_machine(options::options().topology);
  require(read.problem.empty(), "no machine:", read.problem);
  ModuleCompilation compilation(*compiler, backend::cpu::read_facts(read.machine).language, batch);
  for (uint64_t seed = batch.first; seed < batch.end; ++seed) {
    batch.progress.begin(seed);
    compilation.run(mutated(batch.corpus, seed));
  }
  return batch.wrong == 0 ? 0 : 1;
}

}  // namespace cleave::test::fuzz::module
