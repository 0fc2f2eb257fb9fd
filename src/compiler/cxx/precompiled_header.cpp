#include "compiler/cxx/precompiled_header.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/ObjectFilePCHContainerWriter.h>
#include <clang/Serialization/ObjectFilePCHContainerReader.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/EndianStream.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace cleave::compiler::cxx {
namespace {

constexpr llvm::StringLiteral magic = "CLEAVPCH";  // the last bytes of a file
constexpr size_t trailer_bytes = 32;

enum class PartKind : uint64_t { precompiled = 1, header_names = 2 };

/// The parts of a file; the host's is all of one that has no trailer.
struct FileParts {
  llvm::StringRef host, device;
  std::optional<PartKind> kind;
};

FileParts split(llvm::StringRef file) {
  FileParts parts;
  parts.host = file;
  if (!file.ends_with(magic) || file.size() < trailer_bytes) return parts;
  const llvm::StringRef rest = file.drop_back(trailer_bytes);
  const char* trailer = rest.end();
  const uint64_t host = llvm::support::endian::read64le(trailer);
  const uint64_t device = llvm::support::endian::read64le(trailer + 8);
  if (device > rest.size() || host != rest.size() - device) return parts;
  parts.host = rest.take_front(host);
  parts.device = rest.drop_front(host);
  parts.kind = static_cast<PartKind>(llvm::support::endian::read64le(trailer + 16));
  return parts;
}

void write_trailer(llvm::raw_ostream& stream, uint64_t host, uint64_t device, PartKind kind) {
  llvm::support::endian::Writer writer(stream, llvm::endianness::little);
  writer.write(host);
  writer.write(device);
  writer.write(static_cast<uint64_t>(kind));
  stream << magic;
}

class PartReader final : public clang::PCHContainerReader {
 public:
  explicit PartReader(bool is_for_devices) : is_for_devices_(is_for_devices) {}
  llvm::ArrayRef<llvm::StringRef> getFormats() const override {
    static constexpr llvm::StringRef formats[] = {"raw"};
    return formats;
  }
  llvm::StringRef ExtractPCH(llvm::MemoryBufferRef file) const override {
    const FileParts parts = split(file.getBuffer());
    return is_for_devices_ ? parts.device : parts.host;
  }

 private:
  bool is_for_devices_;
};

/// Writes what clang has made of a header once it is complete.
class HeaderConsumer final : public clang::ASTConsumer {
 public:
  using Write = std::function<void(llvm::StringRef bytes, llvm::raw_ostream* file)>;
  HeaderConsumer(std::shared_ptr<clang::PCHBuffer> bytes,
                 std::unique_ptr<llvm::raw_pwrite_stream> file, Write write)
      : bytes_(std::move(bytes)), file_(std::move(file)), write_(std::move(write)) {}

  void HandleTranslationUnit(clang::ASTContext&) override {
    if (!bytes_->IsComplete) return;
    write_(llvm::StringRef(bytes_->Data.data(), bytes_->Data.size()), file_.get());
    file_.reset();
  }

 private:
  std::shared_ptr<clang::PCHBuffer> bytes_;
  std::unique_ptr<llvm::raw_pwrite_stream> file_;
  Write write_;
};

class PartWriter final : public clang::PCHContainerWriter {
 public:
  explicit PartWriter(HeaderConsumer::Write write) : write_(std::move(write)) {}
  llvm::StringRef getFormat() const override { return "raw"; }
  std::unique_ptr<clang::ASTConsumer> CreatePCHContainerGenerator(
      clang::CompilerInstance&, const std::string&, const std::string&,
      std::unique_ptr<llvm::raw_pwrite_stream> file,
      std::shared_ptr<clang::PCHBuffer> bytes) const override {
    return std::make_unique<HeaderConsumer>(std::move(bytes), std::move(file), write_);
  }

 private:
  HeaderConsumer::Write write_;
};

std::shared_ptr<clang::PCHContainerOperations> formats(bool is_for_devices,
                                                       HeaderConsumer::Write write) {
  auto formats = std::make_shared<clang::PCHContainerOperations>();
  formats->registerWriter(std::make_unique<clang::ObjectFilePCHContainerWriter>());
  formats->registerReader(std::make_unique<clang::ObjectFilePCHContainerReader>());
  formats->registerWriter(std::make_unique<PartWriter>(std::move(write)));
  formats->registerReader(std::make_unique<PartReader>(is_for_devices));
  return formats;
}

}  // namespace

std::shared_ptr<clang::PCHContainerOperations> host_header_formats(
    std::function<std::optional<DevicePart>()> device_part) {
  return formats(
      false, [part_of = std::move(device_part)](llvm::StringRef bytes, llvm::raw_ostream* file) {
        *file << bytes;
        const std::optional<DevicePart> part = part_of();
        if (!part) return;
        const bool is_precompiled = !part->precompiled.empty();
        const std::string names = llvm::join(part->headers, "\n");
        const llvm::StringRef device = is_precompiled ? part->precompiled : names;
        *file << device;
        write_trailer(*file, bytes.size(), device.size(),
                      is_precompiled ? PartKind::precompiled : PartKind::header_names);
      });
}

std::shared_ptr<clang::PCHContainerOperations> device_header_formats(std::string& written) {
  return formats(true,
                 [&written](llvm::StringRef bytes, llvm::raw_ostream*) { written = bytes.str(); });
}

std::optional<DevicePartSummary> read_device_part(llvm::vfs::FileSystem& files,
                                                  const std::string& file) {
  const auto buffer = files.getBufferForFile(file, -1, false);
  if (!buffer) return std::nullopt;
  const FileParts parts = split((*buffer)->getBuffer());
  if (!parts.kind) return std::nullopt;
  DevicePartSummary part;
  part.is_precompiled = *parts.kind == PartKind::precompiled;
  if (part.is_precompiled) return part;
  for (const llvm::StringRef name : llvm::split(parts.device, '\n')) {
    if (!name.empty()) part.headers.push_back(name.str());
  }
  return part;
}

}  // namespace cleave::compiler::cxx
