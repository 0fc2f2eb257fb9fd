// cleave-opt: runs a pass or a pipeline of the compiler on a file of LLVM IR.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "compiler/pass/registry.h"
#include "compiler/pipeline/pipeline.h"

namespace {

namespace pass = cleave::compiler::pass;
namespace pipeline = cleave::compiler::pipeline;

struct Request {
  std::string input = "-";
  std::string output = "-";
  std::string pipeline;
  std::vector<std::string> passes;
  std::vector<std::string> bound;
  pass::ir::PassOptions options;
  bool list = false;
  bool time = false;
};

void list_all() {
  for (const std::string& name : pipeline::all_pipelines()) {
    llvm::outs() << name << ":\n";
    for (const std::string& step : pipeline::passes_of(name)) {
      llvm::outs() << "  " << step << ": " << pass::find_pass(step)->summary << '\n';
    }
  }
}

int run(const Request& request) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(request.input, diagnostic, context);
  if (!module) {
    diagnostic.print("cleave-opt", llvm::errs());
    return 1;
  }
  std::string problems = request.pipeline.empty()
                             ? pipeline::run_passes(request.passes, *module, request.options)
                             : pipeline::run_pipeline(request.pipeline, *module, request.options);
  if (problems.empty() && llvm::verifyModule(*module, &llvm::errs())) {
    problems = "the passes left an invalid module";
  }
  if (!problems.empty()) {
    llvm::errs() << problems << '\n';
    return 1;
  }
  std::error_code error;
  llvm::raw_fd_ostream output(request.output, error);
  if (error) {
    llvm::errs() << "cleave-opt: cannot write " << request.output << ": " << error.message()
                 << '\n';
    return 1;
  }
  output << *module;
  return 0;
}

/// Words such as "2=18".
cleave::compiler::interface::Bindings bindings_of(const std::vector<std::string>& words) {
  std::vector<cleave::compiler::interface::Binding> list;
  for (const std::string& word : words) {
    char* sign = nullptr;
    const auto argument = static_cast<uint32_t>(std::strtoul(word.c_str(), &sign, 0));
    if (*sign == '=') list.push_back({argument, std::strtoull(sign + 1, nullptr, 0)});
  }
  return cleave::compiler::interface::Bindings::of(list);
}

}  // namespace

int main(int count, char** words) {
  Request request;
  CLI::App app{"Runs passes of Cleave's compiler on a file of LLVM IR (text or bitcode)."};
  app.add_option("file", request.input, "the IR; - is standard input");
  app.add_option("-o,--output", request.output, "where the result goes; - is standard output");
  auto* pipeline = app.add_option("--pipeline", request.pipeline, "run this pipeline");
  app.add_option("--passes", request.passes, "run these passes, in this order")
      ->delimiter(',')
      ->allow_extra_args(false)  // or it would take the file for a pass
      ->excludes(pipeline);
  app.add_option("--width", request.options.sub_group_size, "lanes of a sub-group")
      ->check(CLI::IsMember({4, 8, 16, 32, 64}));
  const std::map<std::string, pass::ir::Lanes> lanes = {
      {"serial", pass::ir::Lanes::serial},
      {"vector", pass::ir::Lanes::vector},
      {"rows", pass::ir::Lanes::vector_rows},
      {"ragged", pass::ir::Lanes::vector_ragged_rows}};
  app.add_option("--lanes", request.options.lanes,
                 "how the lanes of a sub-group run: serial, vector, or vector in work-groups "
                 "whose rows are whole sub-groups (rows), or begin with one (ragged)")
      ->transform(CLI::CheckedTransformer(lanes).description(""));
  app.add_option("--jam-x", request.options.jam_x,
                 "in rows: how many sub-groups beside each other may run as one")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}));
  app.add_option("--jam-y", request.options.jam_y,
                 "in rows: how many sub-groups below each other may run as one")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}));
  app.add_option("--merged-size", request.options.merged.size,
                 "local size of work-groups that run as lanes of larger ones: 3,1,1")
      ->delimiter(',');
  app.add_flag("--merged-whole", request.options.merged.all_whole,
               "all of these work-groups have that size");
  app.add_option("--merged-stride", request.options.merged.local_stride,
                 "bytes from the local memory of one of these work-groups to the next one's");
  app.add_option("--streamed-arguments", request.options.streamed_arguments,
                 "arguments whose memory objects are larger than the caches, as bits of a number");
  app.add_option("--bind", request.bound,
                 "what is known of an argument: its number, and a format word or a sampler's bits "
                 "(2=18)")
      ->allow_extra_args(false);
  app.add_flag("--small-ids", request.options.small_ids, "every global id is less than 2^31");
  app.add_flag("--small-objects", request.options.small_objects,
               "every memory object has less than 2^31 bytes");
  app.add_flag("--distinct-objects", request.options.distinct_objects,
               "no two arguments lead to the same memory");
  app.add_option("--local-size", request.options.local_size,
                 "of every work-group, in three dimensions: 64,1,1")
      ->delimiter(',');
  app.add_flag("--other-lanes", request.options.other_lanes,
               "run lanes in the order that is not estimated to be faster");
  app.add_flag("--quick", request.options.quick, "code that is made soon");
  app.add_flag("--small", request.options.small, "the kernel is short and has no loops");
  app.add_flag("--time", request.time, "print how long each pass took");
  app.add_flag("--list", request.list, "list pipelines and their passes");
  CLI11_PARSE(app, count, words);
  request.options.bindings = bindings_of(request.bound);
  if (request.list) {
    list_all();
    return 0;
  }
  // Before anything reads the options: a pass that breaks the module is named.
  setenv("CLEAVE_VERIFY_PASSES", "1", 1);
  if (request.time) setenv("CLEAVE_TIME_PASSES", "1", 1);
  pipeline::report_wrong_pass_names();
  return run(request);
}
