#include "compiler/target/x86/object_code.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>
#include <tuple>

#include "compiler/canonical/facts/group_merging.h"
#include "compiler/canonical/facts/x86_facts.h"
#include "compiler/canonical/module/call_graph.h"
#include "compiler/pass/analysis/control_limits.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/large_functions.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/kernel_module.h"
#include "compiler/target/x86/host_processor.h"
#include "compiler/target/x86/object_check.h"
#include "compiler/target/x86/runtime_functions.h"
#include "options/time_report.h"

namespace cleave::compiler::target::x86 {
namespace {

// LLVM's own way with an error would end the process.
class KeepErrors : public llvm::DiagnosticHandler {
 public:
  explicit KeepErrors(std::string& error) : error_(error) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    if (const auto* stack = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(&information)) {
      stack_bytes += stack->getStackSize();
    }
    if (information.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(error_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    information.print(printer);
    stream << '\n';
    return true;
  }

  /// The stacks of all functions together that measure_stacks() has marked: no chain of calls needs
  /// more, for none comes back to a function.
  uint64_t stack_bytes = 0;

 private:
  std::string& error_;
};

class KeepRemarks final : public KeepErrors {
 public:
  KeepRemarks(std::string& error, std::vector<interface::Remark>& remarks)
      : KeepErrors(error), remarks_(remarks) {}

  bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override {
    return !pass::ir::topic_of(pass).empty();
  }
  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    const auto* said = llvm::dyn_cast<llvm::OptimizationRemarkAnalysis>(&information);
    if (said == nullptr) return KeepErrors::handleDiagnostics(information);
    if (!isAnalysisRemarkEnabled(said->getPassName())) return true;
    interface::Remark remark = {.topic = pass::ir::topic_of(said->getPassName()).str(),
                                .verdict = said->getRemarkName().str(),
                                .text = said->getMsg(),
                                .file = {}};
    if (said->isLocationAvailable()) {
      const llvm::DiagnosticLocation location = said->getLocation();
      remark.file = location.getRelativePath().str();
      remark.line = location.getLine();
      remark.column = location.getColumn();
    }
    remarks_.push_back(std::move(remark));
    return true;
  }

 private:
  std::vector<interface::Remark>& remarks_;
};

/// Leaves parts of code generation out that the functions of a module are too large for.
class LargeFunctionGate final : public llvm::OptPassGate {
 public:
  void look_at(llvm::Module& module) {
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      has_many_loops_ = has_many_loops_ || pass::ir::has_many_loops(function);
      has_many_instructions_ = has_many_instructions_ || pass::ir::has_many_instructions(function);
      has_many_successors_ = has_many_successors_ || pass::ir::has_many_successors(function);
    }
  }
  /// True if a launch would wait too long for optimised selection and scheduling.
  [[nodiscard]] bool is_slow() const { return has_many_loops_ || has_many_instructions_; }
  [[nodiscard]] bool isEnabled() const override {
    return has_many_loops_ || has_many_instructions_ || has_many_successors_;
  }
  [[nodiscard]] bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    if (pass == "Loop Strength Reduction") return !has_many_loops_;
    if (pass == "early-machinelicm") return !has_many_instructions_;
    if (pass == "block-placement") return !has_many_successors_;
    return true;
  }

 private:
  bool has_many_loops_ = false;
  bool has_many_instructions_ = false;
  bool has_many_successors_ = false;
};

/// A kernel's module on its way to machine code.
struct CodeGeneration {
  LargeFunctionGate gate;  // outlives the context
  llvm::LLVMContext context;
  HostTargetMachine machine;
  std::unique_ptr<llvm::Module> module;

  CodeGeneration() { context.setOptPassGate(gate); }
};

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

std::string assembly_of(CodeGeneration& work) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  work.machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile);
  passes.run(*work.module);
  return text.str().str();
}

std::unique_ptr<llvm::Module> read_module(std::span<const std::byte> bitcode,
                                          llvm::LLVMContext& context, std::string& error) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile({bytes, "program"}, context);
  if (module) return std::move(*module);
  error = llvm::toString(module.takeError());
  return nullptr;
}

// A program may call a function of its own memcpy; the code generator would take it for the one it
// calls itself.
void rename_like_runtime_functions(llvm::Module& module) {
  for (const RuntimeFunction& runtime : runtime_functions()) {
    llvm::Function* function = module.getFunction(runtime.name);
    const bool is_theirs = function != nullptr && function->hasLocalLinkage();
    if (is_theirs) function->setName(function->getName() + ".of_program");
  }
}

// Leaves the kernel and what it uses.
void keep_only(llvm::Module& module, const std::string& kernel) {
  module.getFunction(kernel)->setLinkage(llvm::GlobalValue::ExternalLinkage);  // a block's is not
  llvm::internalizeModule(
      module, [&](const llvm::GlobalValue& value) { return value.getName() == kernel; });
  llvm::ModulePassManager manager;
  manager.addPass(llvm::GlobalDCEPass());
  pass::ir::LlvmPasses(nullptr).run(module, manager);
  rename_like_runtime_functions(module);
}

// Lets the code generator tell the diagnostic handler what each function needs of the stack.
void measure_stacks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr("warn-stack-size", "0");
  }
}

// Returns a message about the symbols that the object leaves open beside the run-time functions.
std::string unknown_calls(const llvm::MemoryBuffer& object, const std::string& kernel) {
  auto file = llvm::object::ObjectFile::createObjectFile(object);
  if (!file) return llvm::toString(file.takeError());
  std::string problems;
  for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
    const uint32_t flags = llvm::cantFail(symbol.getFlags());  // written a moment ago
    const llvm::StringRef name = llvm::cantFail(symbol.getName());
    const bool is_open = (flags & llvm::object::SymbolRef::SF_Undefined) != 0 && !name.empty();
    if (!is_open || is_runtime_function(name)) continue;
    problems += "code of kernel '" + kernel + "' needs the function '" + name.str() +
                "', which neither the program nor Cleave has; ";
  }
  return problems;
}

uint64_t frame_bytes(const llvm::Function& function) {
  uint64_t bytes = 0;
  const llvm::StringRef text =
      function.getFnAttribute(pass::ir::frame_bytes_attribute).getValueAsString();
  return text.getAsInteger(10, bytes) ? 0 : bytes;
}

pass::ir::Lanes lanes_of(const interface::LaunchShape& shape) {
  if (shape.rows == 0) return pass::ir::Lanes::vector;
  return shape.ragged_rows ? pass::ir::Lanes::vector_ragged_rows : pass::ir::Lanes::vector_rows;
}

void run_together(const interface::LaunchShape& shape, pass::ir::PassOptions& options) {
  const auto& [small_ids, small_objects, distinct_objects, sub_groups, rows, ragged, local_size,
               merged, streamed, bindings] = shape;
  options.bindings = bindings;
  options.local_size = local_size;
  options.streamed_arguments = streamed;
  options.small_ids = small_ids;
  options.small_objects = small_objects;
  options.distinct_objects = distinct_objects;
  options.lanes = lanes_of(shape);
  options.jam_x = std::max<uint32_t>(1, sub_groups);
  options.jam_y = std::max<uint32_t>(1, rows);
}

bool can_run_together(llvm::Module& module, const std::string& kernel) {
  const std::string reason = pass::analysis::reason_for_serial_lanes(module);
  if (reason.empty()) return true;
  pass::ir::remark(*module.getFunction(kernel), pass::ir::Topic::kernel, "serial",
                   "its lanes run one after another: " + reason);
  return false;
}

llvm::CodeGenOptLevel level_of(bool optimise, bool together, bool is_quick) {
  // In the main tier as fast as Default's code, made sooner; in the quick one a fifth dearer than
  // None's, and two and a half times as fast.
  if (together) return llvm::CodeGenOptLevel::Less;
  // A kernel whose lanes cannot run together is so large that other levels take time with its
  // square.
  return optimise && !is_quick ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
}

/// Runs the pipeline for the variant. Null after a failure, whose reason is added to `error`.
llvm::Function* make_entry(CodeGeneration& work, std::span<const std::byte> canonical,
                           const interface::KernelVariant& variant, std::string& error,
                           const pipeline::Observer& observer = {}) {
  const std::string& kernel = variant.kernel;
  work.module = read_kernel(canonical, kernel, work.context, error);
  if (!work.module) return nullptr;
  keep_only(*work.module, kernel);
  const bool optimise =
      !work.module->getFunction(kernel)->hasFnAttribute(pass::ir::unoptimised_attribute);
  // Code as written runs one lane after another, so that a debugger can follow.
  const bool together = optimise && variant.mode == interface::CodegenMode::vector &&
                        can_run_together(*work.module, kernel);
  const bool is_quick = variant.tier == interface::Tier::quick;
  work.machine = host_target_machine(level_of(optimise, together, is_quick), error);
  if (!work.machine) return nullptr;
  pass::ir::PassOptions options = {.sub_group_size = variant.sub_group_size,
                                   .target_machine = work.machine.get(),
                                   .optimise = optimise};
  options.quick = is_quick;
  options.small = variant.tier == interface::Tier::main && variant.shape.local_size[0] == 0 &&
                  canonical::facts::gains_no_tier(
                      canonical::module::reachable_functions(*work.module->getFunction(kernel)));
  options.other_lanes = variant.tier == interface::Tier::alternative;
  options.merged = variant.shape.merged;
  if (together) run_together(variant.shape, options);
  error += pipeline::run_pipeline(together ? "vector" : "scalar", *work.module, options, observer);
  if (!error.empty()) return nullptr;
  work.gate.look_at(*work.module);
  if (options.quick && work.gate.is_slow()) {
    work.machine->setOptLevel(llvm::CodeGenOptLevel::None);
  }
  llvm::Function* entry = work.module->getFunction(pass::ir::entry_prefix + kernel);
  if (entry == nullptr) {
    error = "the pipeline made no code of kernel '" + kernel + "'";
    return nullptr;
  }
  entry->setName(symbol_of(variant));
  return entry;
}

/// Says which small work-groups run together. The module is read anew: passes have changed the one
/// that code was made of.
void remark_merging(std::span<const std::byte> canonical, const interface::KernelFacts& facts,
                    llvm::LLVMContext& context, std::string& error) {
  const std::unique_ptr<llvm::Module> module = read_module(canonical, context, error);
  if (!module) return;
  const llvm::Function& kernel = *module->getFunction(facts.name);
  const auto [merging, reason] = canonical::facts::judge_merging(
      canonical::module::reachable_functions(kernel), facts.may_wait);
  const auto say = [&](llvm::StringRef verdict, const std::string& text) {
    pass::ir::remark(kernel, pass::ir::Topic::groups, verdict, text);
  };
  switch (merging) {
    case interface::GroupMerging::none:
      return say("apart", "small work-groups run one by one: " + reason);
    case interface::GroupMerging::single_item_groups:
      return say("single_item_groups",
                 "work-groups of one work-item run as lanes of larger ones, other "
                 "small ones one by one: " +
                     reason);
    case interface::GroupMerging::whole_groups:
      return say("merged",
                 "small work-groups run as lanes of larger ones in launches where all "
                 "have one size: " +
                     reason);
    case interface::GroupMerging::all:
      return say("merged", "small work-groups run as lanes of larger ones");
  }
}

}  // namespace

interface::ObjectCode make_object(std::span<const std::byte> canonical,
                                  const interface::KernelVariant& variant,
                                  const std::string& kernel_hash, std::string& error) {
  error.clear();
  CodeGeneration work;
  auto handler = std::make_unique<KeepErrors>(error);
  const KeepErrors& diagnostics = *handler;
  work.context.setDiagnosticHandler(std::move(handler));
  const llvm::Function* entry = make_entry(work, canonical, variant, error);
  if (entry == nullptr) return {};
  measure_stacks(*work.module);
  reserve_origin(*work.module);
  interface::ObjectCode code;
  code.frame_bytes = frame_bytes(*entry);
  code.has_alternative = entry->hasFnAttribute(pass::ir::unsure_lanes_attribute);
  const options::TimedStep step("code generation");
  auto object = llvm::orc::SimpleCompiler(*work.machine)(*work.module);
  if (!object) {
    error += llvm::toString(object.takeError());
    return {};
  }
  error += unknown_calls(**object, variant.kernel);
  if (!error.empty()) return {};
  code.stack_bytes = diagnostics.stack_bytes;
  const auto* data = reinterpret_cast<const std::byte*>((*object)->getBufferStart());
  code.object.assign(data, data + (*object)->getBufferSize());
  write_origin(code.object, cache::object_origin(kernel_hash, variant, code));
  return code;
}

interface::Inspection inspect(std::span<const std::byte> canonical,
                              const interface::KernelFacts& facts,
                              const interface::KernelVariant& variant,
                              const interface::KernelText& wanted) {
  using Kind = interface::KernelText::Kind;
  interface::Inspection result;
  CodeGeneration work;
  if (wanted.remarks) {
    work.context.setDiagnosticHandler(std::make_unique<KeepRemarks>(result.error, result.remarks));
  } else {
    work.context.setDiagnosticHandler(std::make_unique<KeepErrors>(result.error));
  }
  if (wanted.kind == Kind::canonical) {
    work.module = read_module(canonical, work.context, result.error);
    if (work.module) result.text = text_of(*work.module);
    return result;
  }
  pipeline::Observer observer;
  if (wanted.kind == Kind::after_pass) {
    result.error = pipeline::problem_of_pass(wanted.pass);
    if (!result.error.empty()) return result;
    observer = [&](std::string_view pass, const llvm::Module& module) {
      if (pass != wanted.pass) return;
      result.text += "; after pass " + wanted.pass + '\n' + text_of(module);
    };
  }
  if (make_entry(work, canonical, variant, result.error, observer) == nullptr) return result;
  if (wanted.remarks) remark_merging(canonical, facts, work.context, result.error);
  if (wanted.kind == Kind::ir) result.text = text_of(*work.module);
  if (wanted.kind == Kind::assembly) result.text = assembly_of(work);
  // A loop that is copied, or what several parts do, says the same again.
  std::ranges::sort(result.remarks, {}, [](const interface::Remark& one) {
    return std::tie(one.file, one.line, one.column, one.topic, one.verdict, one.text);
  });
  const auto again = std::ranges::unique(result.remarks);
  result.remarks.erase(again.begin(), again.end());
  return result;
}

std::string symbol_of(const interface::KernelVariant& variant) {
  const auto& [small_ids, small_objects, distinct_objects, sub_groups, rows, ragged, local_size,
               merged, streamed, bindings] = variant.shape;
  std::string name = pass::ir::entry_prefix + variant.kernel;
  if (variant.tier == interface::Tier::quick) name += ".quick";
  if (variant.tier == interface::Tier::alternative) name += ".alternative";
  if (small_ids) name += ".small";
  if (small_objects) name += ".near";
  if (distinct_objects) name += ".distinct";
  if (const auto& [size, all_whole, local_stride] = merged; size[0] != 0) {
    name += all_whole ? ".merged" : ".partly.merged";
    for (const uint32_t items : size) name += '.' + std::to_string(items);
    if (local_stride != 0) name += ".by." + std::to_string(local_stride);
  }
  if (ragged) name += ".ragged";
  name += '.' + std::to_string(sub_groups) + '.' + std::to_string(rows);
  if (local_size[0] != 0) {
    for (const uint32_t size : local_size) name += '.' + std::to_string(size);
  }
  if (streamed != 0) name += ".streams." + std::to_string(streamed);
  for (const auto& [argument, value] : bindings.list()) {
    name += ".bound." + std::to_string(argument) + '.' + std::to_string(value);
  }
  return name;
}

}  // namespace cleave::compiler::target::x86
