#include "compiler/cxx/attribute_files.h"

#include <algorithm>
#include <string>

#include "compiler/cxx/attribute_rewriter.h"

namespace cleave::compiler::cxx {

class ChangedText final : public llvm::MemoryBuffer {
 public:
  ChangedText(std::string changed, std::string original, std::string name,
              std::shared_ptr<ChangedTexts> texts)
      : text_(std::move(changed)),
        changed_(text_),
        original_(std::move(original)),
        name_(std::move(name)),
        texts_(std::move(texts)) {
    init(text_.data(), text_.data() + text_.size(), true);
    texts_->texts_.insert(this);
  }
  ~ChangedText() override { texts_->texts_.erase(this); }
  ChangedText(const ChangedText&) = delete;
  ChangedText& operator=(const ChangedText&) = delete;

  llvm::StringRef getBufferIdentifier() const override { return name_; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

  /// The two are of one length, so that the bytes stay where they are.
  void show_original(bool original) {
    std::ranges::copy(original ? original_ : changed_, text_.begin());
  }

 private:
  std::string text_, changed_, original_, name_;
  std::shared_ptr<ChangedTexts> texts_;
};

namespace {

class AttributeFile final : public llvm::vfs::File {
 public:
  AttributeFile(std::unique_ptr<llvm::vfs::File> file, std::shared_ptr<ChangedTexts> texts)
      : file_(std::move(file)), texts_(std::move(texts)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name,
                                                               int64_t size, bool needs_zero,
                                                               bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, needs_zero, is_volatile);
    return buffer ? texts_->change(std::move(*buffer)) : std::move(buffer);
  }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
  std::shared_ptr<ChangedTexts> texts_;
};

class AttributeFileSystem final : public llvm::vfs::ProxyFileSystem {
 public:
  AttributeFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
                      std::shared_ptr<ChangedTexts> texts)
      : ProxyFileSystem(std::move(below)), texts_(std::move(texts)) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) return file;
    return std::make_unique<AttributeFile>(std::move(*file), texts_);
  }

 private:
  std::shared_ptr<ChangedTexts> texts_;
};

/// Prints through another printer.
class OriginalLines final : public clang::DiagnosticConsumer {
 public:
  OriginalLines(std::unique_ptr<clang::DiagnosticConsumer> printer,
                std::shared_ptr<ChangedTexts> texts)
      : printer_(std::move(printer)), texts_(std::move(texts)) {}

  void clear() override {
    DiagnosticConsumer::clear();
    printer_->clear();
  }
  void BeginSourceFile(const clang::LangOptions& options,
                       const clang::Preprocessor* preprocessor) override {
    printer_->BeginSourceFile(options, preprocessor);
  }
  void EndSourceFile() override { printer_->EndSourceFile(); }
  void finish() override { printer_->finish(); }
  bool IncludeInDiagnosticCounts() const override { return printer_->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& message) override {
    DiagnosticConsumer::HandleDiagnostic(level, message);
    texts_->show_original(true);
    printer_->HandleDiagnostic(level, message);
    texts_->show_original(false);
  }

 private:
  std::unique_ptr<clang::DiagnosticConsumer> printer_;
  std::shared_ptr<ChangedTexts> texts_;
};

}  // namespace

std::unique_ptr<llvm::MemoryBuffer> ChangedTexts::change(
    std::unique_ptr<llvm::MemoryBuffer> buffer) {
  const llvm::StringRef text = buffer->getBuffer();
  // To read a precompiled header word by word would take as long as to compile it.
  if (text.starts_with("CPCH") || !may_have_attributes(text)) return buffer;
  std::string changed = text.str();
  if (!rewrite_attributes(changed)) return buffer;
  return std::make_unique<ChangedText>(std::move(changed), text.str(),
                                       buffer->getBufferIdentifier().str(), shared_from_this());
}

void ChangedTexts::show_original(bool original) {
  for (ChangedText* text : texts_) text->show_original(original);
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_attribute_files(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below, std::shared_ptr<ChangedTexts> texts) {
  return llvm::makeIntrusiveRefCnt<AttributeFileSystem>(std::move(below), std::move(texts));
}

void show_original_lines(clang::DiagnosticsEngine& engine, std::shared_ptr<ChangedTexts> texts) {
  std::unique_ptr<clang::DiagnosticConsumer> printer = engine.takeClient();
  engine.setClient(new OriginalLines(std::move(printer), std::move(texts)));
}

}  // namespace cleave::compiler::cxx
