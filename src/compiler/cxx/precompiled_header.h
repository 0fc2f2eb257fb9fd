// Keeps precompiled headers for both passes in one file, so that whoever copies, keeps or compares
// the file (make, ccache) has both: behind clang's bytes for the host lie those for devices, or the
// names of the headers where these have nothing for devices; then a trailer that gives the sizes.
#pragma once

#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cleave::compiler::cxx {

/// The part that is written into such a file for devices.
struct DevicePart {
  std::string precompiled;           // clang's bytes; empty: the headers have nothing for devices
  std::vector<std::string> headers;  // then these, in their order, for a file that has something
};

/// Returns clang's formats, and one that reads the host's bytes of such a file. Writing, it puts
/// behind them what `device_part` returns; nothing: the file stays as clang makes it.
[[nodiscard]] std::shared_ptr<clang::PCHContainerOperations> host_header_formats(
    std::function<std::optional<DevicePart>()> device_part);

/// Reads the devices' bytes of such a file, and writes the whole of a new one to `written`.
[[nodiscard]] std::shared_ptr<clang::PCHContainerOperations> device_header_formats(
    std::string& written);

/// The part of a file for devices, without the bytes themselves.
struct DevicePartSummary {
  bool is_precompiled = false;
  std::vector<std::string> headers;  // their names, where it is not
};

/// Returns nothing if the file is of another compiler, or cannot be read.
[[nodiscard]] std::optional<DevicePartSummary> read_device_part(llvm::vfs::FileSystem& files,
                                                                const std::string& file);

}  // namespace cleave::compiler::cxx
