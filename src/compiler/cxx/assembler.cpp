#include "compiler/cxx/assembler.h"

#include <clang/Options/Options.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/ToolOutputFile.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <vector>

namespace cleave::compiler::cxx {
namespace {

namespace options = clang::options;

int fail_assembly(const llvm::Twine& text) {
  llvm::errs() << "cleave-c++: error: " << text << '\n';
  return 1;
}

/// The parts of LLVM that one assembly takes, in the order of their making.
class Assembly {
 public:
  explicit Assembly(const llvm::opt::InputArgList& words) : words_(words) {}

  int run() {
    const std::string file = words_.getLastArgValue(options::OPT_INPUT, "-").str();
    auto text = llvm::MemoryBuffer::getFileOrSTDIN(file, true);
    if (!text) return fail_assembly("cannot read '" + file + "': " + text.getError().message());
    sources_.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
    sources_.setIncludeDirs(words_.getAllArgValues(options::OPT_I));
    sources_.setVirtualFileSystem(llvm::vfs::getRealFileSystem());
    std::string problem;
    const llvm::Triple triple(words_.getLastArgValue(options::OPT_triple));
    target_ = llvm::TargetRegistry::lookupTarget(triple, problem);
    if (target_ == nullptr) return fail_assembly(problem);
    return assemble(triple);
  }

 private:
  void read_options() {
    target_options_.MCNoWarn = words_.hasArg(options::OPT_massembler_no_warn);
    target_options_.MCFatalWarnings = words_.hasArg(options::OPT_massembler_fatal_warnings);
    target_options_.MCNoTypeCheck = words_.hasArg(options::OPT_mno_type_check);
    target_options_.MCRelaxAll = words_.hasArg(options::OPT_mrelax_all);
    target_options_.X86Sse2Avx = words_.hasArg(options::OPT_msse2avx);
    target_options_.MCNoExecStack = words_.hasArg(options::OPT_mno_exec_stack);
    target_options_.X86RelaxRelocations = !words_.hasArg(options::OPT_mrelax_relocations_no);
    if (const auto* compression = words_.getLastArg(options::OPT_compress_debug_sections_EQ)) {
      target_options_.CompressDebugSections =
          llvm::StringRef(compression->getValue()) == "zstd"   ? llvm::DebugCompressionType::Zstd
          : llvm::StringRef(compression->getValue()) == "zlib" ? llvm::DebugCompressionType::Zlib
                                                               : llvm::DebugCompressionType::None;
    }
  }

  /// An assembly with -g has the lines of the source itself.
  void set_debug_information(llvm::MCContext& context) const {
    if (const auto* folder = words_.getLastArg(options::OPT_fdebug_compilation_dir_EQ)) {
      context.setCompilationDir(folder->getValue());
    }
    if (const auto* name = words_.getLastArg(options::OPT_main_file_name)) {
      context.setMainFileName(name->getValue());
    }
    for (const std::string& pair : words_.getAllArgValues(options::OPT_fdebug_prefix_map_EQ)) {
      const auto [from, to] = llvm::StringRef(pair).split('=');
      context.addDebugPrefixMapEntry(from.str(), to.str());
    }
    unsigned version = 5;
    llvm::StringRef(words_.getLastArgValue(options::OPT_dwarf_version_EQ, "5"))
        .getAsInteger(10, version);
    context.setDwarfVersion(static_cast<uint16_t>(version));
    context.setDwarfDebugFlags(words_.getLastArgValue(options::OPT_dwarf_debug_flags));
    context.setDwarfDebugProducer(words_.getLastArgValue(options::OPT_dwarf_debug_producer));
    context.setGenDwarfForAssembly(words_.hasArg(options::OPT_debug_info_kind_EQ));
  }

  int assemble(const llvm::Triple& triple) {
    read_options();
    const std::unique_ptr<llvm::MCRegisterInfo> registers(target_->createMCRegInfo(triple));
    const std::unique_ptr<llvm::MCAsmInfo> syntax(
        target_->createMCAsmInfo(*registers, triple, target_options_));
    const std::vector<std::string> features = words_.getAllArgValues(options::OPT_target_feature);
    const std::unique_ptr<llvm::MCSubtargetInfo> processor(target_->createMCSubtargetInfo(
        triple, words_.getLastArgValue(options::OPT_target_cpu), llvm::join(features, ",")));
    const std::unique_ptr<llvm::MCInstrInfo> instructions(target_->createMCInstrInfo());
    llvm::MCContext context(triple, syntax.get(), registers.get(), processor.get(), &sources_,
                            &target_options_);
    const bool is_pic = words_.getLastArgValue(options::OPT_mrelocation_model, "pic") == "pic";
    const std::unique_ptr<llvm::MCObjectFileInfo> sections(
        target_->createMCObjectFileInfo(context, is_pic));
    context.setObjectFileInfo(sections.get());
    set_debug_information(context);

    const std::string file = words_.getLastArgValue(options::OPT_o, "-").str();
    std::error_code failure;
    llvm::ToolOutputFile output(file, failure, llvm::sys::fs::OF_None);  // removed unless kept
    if (failure) return fail_assembly("cannot write '" + file + "': " + failure.message());
    llvm::SmallString<0> bytes;
    llvm::raw_svector_ostream object(bytes);
    std::unique_ptr<llvm::MCAsmBackend> backend(
        target_->createMCAsmBackend(*processor, *registers, target_options_));
    auto writer = backend->createObjectWriter(object);
    const std::unique_ptr<llvm::MCStreamer> streamer(target_->createMCObjectStreamer(
        triple, context, std::move(backend), std::move(writer),
        std::unique_ptr<llvm::MCCodeEmitter>(target_->createMCCodeEmitter(*instructions, context)),
        *processor));
    streamer->initSections(target_options_.MCNoExecStack, *processor);
    const std::unique_ptr<llvm::MCAsmParser> parser(
        llvm::createMCAsmParser(sources_, context, *streamer, *syntax));
    const std::unique_ptr<llvm::MCTargetAsmParser> target_parser(
        target_->createMCAsmParser(*processor, *parser, *instructions, target_options_));
    parser->setTargetParser(*target_parser);
    if (!define_symbols(context, *streamer) || parser->Run(words_.hasArg(options::OPT_n))) return 1;
    output.os() << bytes;
    output.keep();
    return 0;
  }

  bool define_symbols(llvm::MCContext& context, llvm::MCStreamer& streamer) const {
    for (const std::string& definition : words_.getAllArgValues(options::OPT_defsym)) {
      const auto [name, text] = llvm::StringRef(definition).split('=');
      int64_t value = 1;
      if (!text.empty() && text.getAsInteger(0, value)) {
        return fail_assembly("'" + definition + "' gives a symbol no number") == 0;
      }
      context.setSymbolValue(streamer, name, static_cast<uint64_t>(value));
    }
    return true;
  }

  const llvm::opt::InputArgList& words_;
  llvm::SourceMgr sources_;
  llvm::MCTargetOptions target_options_;
  const llvm::Target* target_ = nullptr;
};

void set_assembler_options(const llvm::opt::InputArgList& words) {
  std::vector<const char*> list = {"cleave-c++ (options of LLVM)"};
  for (const auto* word : words.filtered(options::OPT_mllvm)) list.push_back(word->getValue());
  if (list.size() > 1) {
    llvm::cl::ParseCommandLineOptions(static_cast<int>(list.size()), list.data());
  }
}

}  // namespace

int run_assembler(llvm::ArrayRef<const char*> arguments) {
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList words = clang::getDriverOptTable().ParseArgs(
      arguments, missing_index, missing_count, llvm::opt::Visibility(options::CC1AsOption));
  if (missing_count != 0) {
    return fail_assembly(llvm::Twine("nothing follows '") + words.getArgString(missing_index) +
                         "'");
  }
  for (const auto* word : words.filtered(options::OPT_UNKNOWN)) {
    return fail_assembly("unknown option '" + word->getAsString(words) + "' of the assembler");
  }
  set_assembler_options(words);
  return Assembly(words).run();
}

}  // namespace cleave::compiler::cxx
