#include "compile.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "backend/cpu/facts.h"
#include "bound_arguments.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler.h"
#include "json.h"
#include "options/options.h"
#include "program_input.h"
#include "text.h"
#include "topology/partition.h"

namespace cleave::tool {
namespace {

using compiler::interface::Remark;

struct KernelReport {
  std::string name;      // of a kernel of SYCL as its user wrote it, if it has one
  std::string location;  // FILE:LINE of a kernel of SYCL; else empty
  uint32_t sub_group_size = 0;
  compiler::interface::Inspection inspection;
};

int refuse(const std::string& problem, int status) {
  std::fprintf(stderr, "cleave compile: %s\n", problem.c_str());
  return status;
}

std::vector<std::string> lines_of(std::istream& stream) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines that remarks are about: of the source that is compiled, or, where that is none, of files
/// that its debug information names and that may be there.
class SourceLines {
 public:
  explicit SourceLines(const std::string& source) : is_source_(is_source(source)) {
    std::istringstream stream(source);
    if (is_source_) lines_[""] = lines_of(stream);
  }

  /// Returns the heading; an empty one where there is no such line.
  [[nodiscard]] std::string heading(const Remark& remark) {
    if (remark.line == 0) return "";
    const std::vector<std::string>& lines = lines_in(is_source_ ? "" : remark.file);
    const bool is_known = remark.line <= lines.size();
    const std::string text = is_known ? lines[remark.line - 1] : "";
    if (!is_source_) return remark.file + ':' + std::to_string(remark.line) + " | " + text;
    if (!is_known) return "";
    std::string number = std::to_string(remark.line);
    constexpr size_t width = 5;
    number.insert(0, width - std::min(width, number.size()), ' ');
    return number + " | " + text;
  }

 private:
  const std::vector<std::string>& lines_in(const std::string& file) {
    const auto [known, is_new] = lines_.try_emplace(file);
    std::error_code problem;
    if (is_new && std::filesystem::is_regular_file(file, problem)) {
      std::ifstream stream(file);
      known->second = lines_of(stream);
    }
    return known->second;
  }

  bool is_source_;
  std::map<std::string, std::vector<std::string>> lines_;  // by file
};

compiler::interface::KernelText text_wanted(const CompileRequest& request) {
  using Kind = compiler::interface::KernelText::Kind;
  const bool remarks = !request.report.empty();
  if (!request.after.empty()) return {Kind::after_pass, request.after, remarks};
  if (request.emit == "canonical") return {Kind::canonical, {}, remarks};
  if (request.emit == "ir") return {Kind::ir, {}, remarks};
  return {request.emit == "asm" ? Kind::assembly : Kind::none, {}, remarks};
}

/// The launch that the report is about: work-groups whose rows are multiples of four sub-groups,
/// are longer than one, or any; small ids and objects, as nearly all launches have.
compiler::interface::LaunchShape shape_of(const std::string& name) {
  compiler::interface::LaunchShape shape = {.small_ids = true, .small_objects = true};
  if (name != "any") shape.sub_groups = shape.rows = 4;
  shape.ragged_rows = name == "ragged";
  return shape;
}

/// The quick tier, or the alternative, where CLEAVE_TIERS makes it for every launch.
compiler::interface::Tier tier_wanted() {
  if (options::options().tiers == "alternative") return compiler::interface::Tier::alternative;
  return options::options().tiers == "quick" ? compiler::interface::Tier::quick
                                             : compiler::interface::Tier::main;
}

/// Remarks of lines of the source, not of headers, stand below their line.
void print_text(const KernelReport& report, SourceLines& lines) {
  const std::string location = report.location.empty() ? "" : " (" + report.location + ")";
  std::printf("kernel %s%s\n", report.name.c_str(), location.c_str());
  std::string last;
  for (const Remark& remark : report.inspection.remarks) {
    std::string heading = lines.heading(remark);
    if (!heading.empty() && heading != last) std::printf("%s\n", heading.c_str());
    last = std::move(heading);
    std::printf("      %s: %s: %s\n", remark.topic.c_str(), remark.verdict.c_str(),
                remark.text.c_str());
  }
}

Json json_of(const Remark& remark, bool names_file) {
  Json::Object object;
  if (names_file) object.emplace_back("file", remark.file);
  object.emplace_back("line", remark.line);
  object.emplace_back("column", remark.column);
  object.emplace_back("topic", remark.topic);
  object.emplace_back("verdict", remark.verdict);
  object.emplace_back("text", remark.text);
  return object;
}

/// `names_files`: remarks are about lines of several files.
void print_json(const std::string& file, const std::vector<KernelReport>& reports,
                bool names_files) {
  Json::List kernels;
  for (const KernelReport& report : reports) {
    Json::List remarks;
    for (const Remark& remark : report.inspection.remarks) {
      remarks.push_back(json_of(remark, names_files));
    }
    Json::Object kernel = {{"name", report.name}};
    if (!report.location.empty()) kernel.emplace_back("location", report.location);
    kernel.emplace_back("sub_group_size", report.sub_group_size);
    kernel.emplace_back("remarks", std::move(remarks));
    kernels.emplace_back(std::move(kernel));
  }
  const Json all = Json::Object{{"file", file}, {"kernels", std::move(kernels)}};
  std::printf("%s\n", all.text().c_str());
}

std::string inspect(compiler::interface::Compiler& compiler,
                    const compiler::interface::BuildResult& program, const CompileRequest& request,
                    const std::map<std::string, KernelName>& names,
                    std::vector<KernelReport>& reports) {
  for (const compiler::interface::KernelFacts& facts : program.kernels) {
    const auto known = names.find(facts.name);
    const KernelName written = known == names.end() ? KernelName() : known->second;
    KernelReport report = {facts.name, written.location, facts.sub_group_size, {}};
    if (known != names.end()) {
      report.name = written.name.empty() ? demangled(facts.name) : written.name;
    }
    if (!request.kernel.empty() && facts.name != request.kernel && report.name != request.kernel) {
      continue;
    }
    compiler::interface::LaunchShape shape = shape_of(request.shape);
    shape.distinct_objects = facts.gains_by_distinct_objects && !request.shares_memory;
    if (auto problem = bind_arguments(request.bound, facts, shape.bindings); !problem.empty()) {
      return problem;
    }
    report.inspection = compiler.inspect(
        program.canonical, facts,
        {facts.name, facts.sub_group_size, shape, tier_wanted(), backend::cpu::codegen_mode()},
        text_wanted(request));
    if (!report.inspection.error.empty()) return report.inspection.error;
    if (!request.after.empty() && report.inspection.text.empty()) {
      return "pass '" + request.after + "' does not run for kernel '" + facts.name + "'";
    }
    reports.push_back(std::move(report));
  }
  return "";
}

/// Builds the programs of a file one after the other, and inspects their kernels; returns the exit
/// code.
int report_on(compiler::interface::Compiler& compiler, compiler::interface::BuildRequest& build,
              std::vector<Program>& programs, const CompileRequest& request,
              std::vector<KernelReport>& reports) {
  for (Program& program : programs) {
    build.input = std::move(program.input);
    const compiler::interface::BuildResult result = compiler.build(build);
    std::fputs(result.log.c_str(), stderr);
    if (result.status != CL_SUCCESS) return 1;
    const size_t before = reports.size();
    const std::string problem = inspect(compiler, result, request, program.names, reports);
    if (!problem.empty()) return refuse(problem, 1);
    if (request.emit != "canonical") continue;
    // Each kernel's is that of the whole program.
    for (size_t i = before + 1; i < reports.size(); ++i) reports[i].inspection.text.clear();
  }
  if (!reports.empty()) return 0;
  return refuse("there is no kernel '" + request.kernel + "' in " + request.file, 1);
}

int write_module(compiler::interface::Compiler& compiler,
                 compiler::interface::BuildRequest& build) {
  if (isatty(STDOUT_FILENO) == 1) return refuse("SPIR-V is no text: send it to a file", 2);
  build.kind = compiler::interface::BuildKind::spirv;
  const compiler::interface::BuildResult result = compiler.build(build);
  std::fputs(result.log.c_str(), stderr);
  if (result.status != CL_SUCCESS) return 1;
  const size_t written = std::fwrite(result.canonical.data(), 1, result.canonical.size(), stdout);
  return written == result.canonical.size() ? 0 : refuse("the module cannot be written", 1);
}

}  // namespace

int compile(const CompileRequest& request) {
  std::ifstream file(request.file, std::ios::binary);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  if (!file) return refuse("cannot read " + request.file, 2);
  compiler::interface::BuildRequest build;
  std::vector<Program> programs;
  std::string problem = read_programs(source, request.specializations, programs);
  if (!problem.empty()) return refuse(problem, 2);
  compiler::interface::Compiler* compiler = compiler::interface::load_compiler(problem);
  if (compiler == nullptr) return refuse(problem, 2);
  const auto read = topology::read_machine(options::options().topology);
  if (!read.problem.empty()) return refuse(read.problem, 2);
  build.options = compiler::interface::parse_build_options(request.options + ' ' +
                                                           options::options().build_options);
  build.target = backend::cpu::read_facts(read.machine).language;
  if (request.emit == "spirv") {
    build.input = std::move(programs.front().input);
    return write_module(*compiler, build);
  }
  std::vector<KernelReport> reports;
  const int status = report_on(*compiler, build, programs, request, reports);
  if (status != 0) return status;
  if (request.report == "json") {
    print_json(request.file, reports, !is_source(source));
  } else if (!request.report.empty()) {
    SourceLines lines(source);
    for (const KernelReport& report : reports) print_text(report, lines);
  }
  for (const KernelReport& report : reports) {
    std::fputs(report.inspection.text.c_str(), stdout);
  }
  return 0;
}

}  // namespace cleave::tool
