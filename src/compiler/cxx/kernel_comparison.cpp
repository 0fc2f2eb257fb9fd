#include "compiler/cxx/kernel_comparison.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclGroup.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringMap.h>

#include <span>

#include "device_image/image.h"

namespace cleave::compiler::cxx {
namespace {

class KernelCollector final : public clang::ASTConsumer {
 public:
  explicit KernelCollector(HostKernels& kernels) : kernels_(kernels) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      const bool is_entry = function != nullptr && !function->isDependentContext() &&
                            function->doesThisDeclarationHaveABody() &&
                            function->hasAttr<clang::SYCLKernelEntryPointAttr>();
      if (is_entry) entries_.insert(function);
    }
    return true;
  }
  void HandleInterestingDecl(clang::DeclGroupRef group) override { HandleTopLevelDecl(group); }

  void HandleTranslationUnit(clang::ASTContext& tree) override {
    if (tree.getDiagnostics().hasErrorOccurred()) return;
    for (const clang::FunctionDecl* entry : entries_) {
      kernels_.objects.push_back(describe_object(tree, *entry));
    }
  }

 private:
  HostKernels& kernels_;
  llvm::SetVector<const clang::FunctionDecl*> entries_;
};

/// The kernels of an image, by their symbols.
llvm::StringMap<device_image::KernelRow> kernels_of(const std::string& image) {
  llvm::StringMap<device_image::KernelRow> kernels;
  const device_image::Blob blob = device_image::read_blob(std::as_bytes(std::span(image)));
  for (const device_image::ImageView& view : blob.images) {
    for (device_image::KernelRow& kernel : device_image::read_table(view).kernels) {
      std::string symbol = kernel.symbol;
      kernels[symbol] = std::move(kernel);
    }
  }
  return kernels;
}

class KernelComparison {
 public:
  explicit KernelComparison(clang::DiagnosticsEngine& messages) : messages_(messages) {}

  void compare(const KernelObject& host, const device_image::KernelRow& device) {
    std::string text = difference(host, device);
    if (text.empty()) return;
    report(location_,
           "the object of " + named(host.name) + " differs between the host and devices: " + text);
    const unsigned note = messages_.getCustomDiagID(
        clang::DiagnosticsEngine::Note,
        "nothing that a kernel captures may depend on __SYCL_DEVICE_ONLY__");
    messages_.Report(host.location, note);
  }

  void report_missing(const KernelObject& host) {
    report(host.location, named(host.name) +
                              " is there for the host and not for devices; no launch may depend "
                              "on __SYCL_DEVICE_ONLY__");
  }

  void report_additional(const device_image::KernelRow& device) {
    clang::SourceManager& sources = messages_.getSourceManager();
    clang::SourceLocation location;
    if (const auto file = sources.getFileManager().getOptionalFileRef(device.file)) {
      location = sources.translateFileLineCol(&file->getFileEntry(), device.line, 1);
    }
    report(location, named(device.name) +
                         " is there for devices and not for the host; no launch may depend on "
                         "__SYCL_DEVICE_ONLY__");
  }

 private:
  static std::string named(const std::string& name) {
    return name.empty() ? "this kernel" : "the kernel '" + name + "'";
  }

  void report(clang::SourceLocation location, const std::string& text) {
    messages_.Report(location, messages_.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << text;
  }

  /// Empty: there is none. Sets where the difference is.
  std::string difference(const KernelObject& host, const device_image::KernelRow& device) {
    const size_t count = std::min(host.fields.size(), device.captures.size());
    for (size_t i = 0; i < count; ++i) {
      const ObjectField& field = host.fields[i];
      const device_image::Capture& capture = device.captures[i];
      location_ = field.location;
      const std::string name = field.name.empty() ? "a member" : "'" + field.name + "'";
      if (field.offset != capture.offset) {
        return name + " lies at byte " + std::to_string(field.offset) +
               " on the host and at byte " + std::to_string(capture.offset) + " on devices";
      }
      if (field.bytes != capture.bytes) {
        return name + " has " + std::to_string(field.bytes) + " bytes on the host and " +
               std::to_string(capture.bytes) + " on devices";
      }
    }
    location_ = host.location;
    if (host.fields.size() != device.captures.size()) {
      return "it has " + std::to_string(host.fields.size()) + " members on the host and " +
             std::to_string(device.captures.size()) + " on devices";
    }
    if (host.bytes != device.object_bytes) {
      return "it has " + std::to_string(host.bytes) + " bytes on the host and " +
             std::to_string(device.object_bytes) + " on devices";
    }
    if (host.alignment != device.object_alignment) {
      return "it is aligned to " + std::to_string(host.alignment) + " bytes on the host and to " +
             std::to_string(device.object_alignment) + " on devices";
    }
    return {};
  }

  clang::DiagnosticsEngine& messages_;
  clang::SourceLocation location_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_kernel_collector(HostKernels& kernels) {
  return std::make_unique<KernelCollector>(kernels);
}

void compare_kernels(clang::DiagnosticsEngine& messages, const HostKernels& kernels,
                     const std::string& image, bool may_lack) {
  llvm::StringMap<device_image::KernelRow> devices = kernels_of(image);
  KernelComparison comparison(messages);
  for (const KernelObject& host : kernels.objects) {
    const auto device = devices.find(host.symbol);
    if (device == devices.end()) {
      comparison.report_missing(host);
      continue;
    }
    comparison.compare(host, device->second);
    devices.erase(device);
  }
  if (may_lack) return;
  for (const auto& additional : devices) comparison.report_additional(additional.second);
}

}  // namespace cleave::compiler::cxx
