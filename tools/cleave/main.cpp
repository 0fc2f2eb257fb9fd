// The command line of the tool.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cache.h"
#include "compile.h"
#include "images.h"
#include "info.h"
#include "run.h"

int main(int argument_count, char** arguments) {
  CLI::App app("Cleave: an OpenCL platform whose every device can be split");
  app.name("cleave");
  app.set_version_flag("--version", CLEAVE_VERSION);
  app.require_subcommand(1);

  cleave::tool::InfoRequest info_request;
  CLI::App* info = app.add_subcommand(
      "info", "Show the machine, its devices, how they can be split, and every query");
  info->add_flag("--json", info_request.json, "Write JSON");
  info->add_flag("--tree", info_request.tree, "Leave out the queries");
  info->add_flag("--options", info_request.options,
                 "List the platform's options (environment variables) instead");

  cleave::tool::RunRequest run_request;
  CLI::App* run = app.add_subcommand("run", "Run an OpenCL program on Cleave, or on parts of it");
  run->footer(
      "The program and its arguments follow: cleave run --split=numa --as=one:0 -- clinfo -l");
  run->add_option(
         "--split", run_request.split,
         "Split the machine first: equally:N, counts:A,B,..., names:A,B-C,..., ranks, numa, "
         "l4, l3, l2, l1 or next")
      ->type_name("SPLIT");
  run->add_option("--as", run_request.as,
                  "What the program sees as its devices: all parts (the default), one:N, or "
                  "rank, as with --rank-from-env")
      ->type_name("PARTS");
  run->add_flag("--rank-from-env", run_request.rank_from_env,
                "In a job that mpirun or srun starts: each process sees its own part");
  run->add_option("--type", run_request.type,
                  "What devices say that they are: gpu, for programs that take no others")
      ->check(CLI::IsMember({"cpu", "gpu", "accelerator"}));
  run->prefix_command();

  CLI::App* cache = app.add_subcommand("cache", "Show how large the cache of compiled programs is");
  CLI::App* cache_list = cache->add_subcommand("list", "List its entries, the last used last");
  CLI::App* cache_clear = cache->add_subcommand("clear", "Remove all of them");
  cache->add_subcommand("size", "Show where it is and how large (the default)");
  cache->require_subcommand(0, 1);

  cleave::tool::CompileRequest compile_request;
  CLI::App* compile = app.add_subcommand(
      "compile",
      "Show what the compiler makes of the kernels of a file: OpenCL C, SPIR-V, or what cleave-c++ "
      "has made of SYCL");
  compile
      ->add_option("file", compile_request.file,
                   "The source, a SPIR-V module, or an object, archive, executable or library")
      ->required();
  compile
      ->add_option("--report", compile_request.report,
                   "Explain loops, branches and memory accesses: text (the default) or json")
      ->expected(0, 1)
      ->default_str("text")
      ->check(CLI::IsMember({"text", "json"}));
  CLI::Option* emit =
      compile
          ->add_option("--emit", compile_request.emit,
                       "Print canonical (the IR that programs are kept as), ir (LLVM's, after all "
                       "passes), asm, or write spirv: a module for any driver")
          ->check(CLI::IsMember({"canonical", "ir", "asm", "spirv"}));
  compile->add_option("--after", compile_request.after, "Print LLVM's IR after this pass")
      ->excludes(emit);
  compile->add_option("--kernel", compile_request.kernel, "Only this kernel");
  compile
      ->add_option("--bind", compile_request.bound,
                   "What code may rely on: of an image its format (NAME=RGBA/UNORM_INT8), of a "
                   "sampler its modes (NAME=linear,clamp_to_edge,normalized)")
      ->allow_extra_args(false);
  compile->add_option("--options", compile_request.options,
                      "Build options: \"-DN=4 -cl-std=CL3.0\"");
  compile
      ->add_option("--specialize", compile_request.specializations,
                   "A specialization constant of a SPIR-V module: ID=VALUE")
      ->allow_extra_args(false);
  compile
      ->add_option("--shape", compile_request.shape,
                   "For which launches: rows (work-groups whose rows are multiples of four "
                   "sub-groups, the default), ragged (longer rows that are no multiples) or any")
      ->check(CLI::IsMember({"rows", "ragged", "any"}));
  compile->add_flag("--shared-memory", compile_request.shares_memory,
                    "For launches of which several arguments may lead to the same memory");

  std::string images_file;
  CLI::App* images = app.add_subcommand(
      "images", "List the SYCL kernels of an object, archive, executable or library");
  images->add_option("file", images_file, "The file")->required();

  // Arguments after "--" are the program's alone.
  char** const end = arguments + argument_count;
  char** const mark = std::find(arguments, end, std::string_view("--"));
  try {
    app.parse(static_cast<int>(mark - arguments), arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // 0: help or the version
  }
  if (*info) return cleave::tool::info(info_request);
  if (*compile) {
    if (compile->count("--report") != 0 && compile_request.report.empty()) {
      compile_request.report = "text";
    }
    return cleave::tool::compile(compile_request);
  }
  if (*images) return cleave::tool::images(images_file);
  if (*cache) {
    using cleave::tool::CacheAction;
    return cleave::tool::cache(*cache_list    ? CacheAction::list
                               : *cache_clear ? CacheAction::clear
                                              : CacheAction::size);
  }
  run_request.command = run->remaining();
  if (mark != end) run_request.command.insert(run_request.command.end(), mark + 1, end);
  return cleave::tool::run(run_request);
}
