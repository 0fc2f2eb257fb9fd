#include "harness/modules.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "harness/opencl.h"

namespace cleave::benchmark {
namespace {

namespace fs = std::filesystem;

// Each by its name: "all" turns on extensions of graphics and of other vendors' hardware, too.
constexpr const char* extensions =
#define CLEAVE_MODULE_EXTENSION(name) "+" #name ","
#include "harness/module_extensions.def"
#undef CLEAVE_MODULE_EXTENSION
    ;

/// A folder for one run of clang.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / "cleave-module-XXXXXX") {
    std::string name = path_.string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] fs::path file(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string contents_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The first line that says what is wrong.
std::string problem_in(const std::string& messages) {
  const size_t error = messages.find("error: ");
  const size_t begin = error == std::string::npos ? 0 : error;
  return messages.substr(begin, messages.find('\n', begin) - begin);
}

}  // namespace

Module module_of(const std::string& source, const std::string& options) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("kernel.cl"), std::ios::binary) << source;
  const std::string list(extensions, std::char_traits<char>::length(extensions) - 1);
  const std::string command = "'" CLEAVE_CLANG
                              "' -c -target spirv64 -x cl -O2 -Xclang -finclude-default-header "
                              "-mllvm -spirv-ext=" +
                              list + ' ' + options + " -o '" + folder.file("kernel.spv").string() +
                              "' '" + folder.file("kernel.cl").string() + "' 2>'" +
                              folder.file("messages").string() + "'";
  if (std::system(command.c_str()) != 0) {
    throw NotSupported("clang makes no module of it: " +
                       problem_in(contents_of(folder.file("messages"))));
  }
  const std::string bytes = contents_of(folder.file("kernel.spv"));
  const std::span<const std::byte> module = std::as_bytes(std::span(bytes));
  return {module.begin(), module.end()};
}

Module renamed(const Module& module, const std::string& old_name, const std::string& name) {
  if (old_name.size() != name.size()) throw std::logic_error("names of different lengths");
  const std::span<const std::byte> old_bytes = std::as_bytes(std::span(old_name));
  const std::span<const std::byte> new_bytes = std::as_bytes(std::span(name));
  Module result = module;
  auto from = result.begin();
  while ((from = std::search(from, result.end(), old_bytes.begin(), old_bytes.end())) !=
         result.end()) {
    from = std::copy(new_bytes.begin(), new_bytes.end(), from);
  }
  return result;
}

}  // namespace cleave::benchmark
