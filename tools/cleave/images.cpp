#include "images.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "device_image/find_images.h"
#include "text.h"

namespace cleave::tool {
namespace {

int print_problem(const std::string& problem, int status) {
  std::fprintf(stderr, "cleave images: %s\n", problem.c_str());
  return status;
}

/// "16,4,1".
std::string sizes(const std::array<uint32_t, 3>& values) {
  return std::to_string(values[0]) + ',' + std::to_string(values[1]) + ',' +
         std::to_string(values[2]);
}

void print(const device_image::KernelRow& kernel) {
  const std::string name = kernel.name.empty() ? demangled(kernel.symbol) : kernel.name;
  std::string facts = "an object of " + bytes(kernel.object_bytes);
  if (kernel.sub_group_size != 0) {
    facts += ", sub-groups of " + std::to_string(kernel.sub_group_size);
  }
  if (kernel.required_work_group_size[0] != 0) {
    facts += ", work-groups of " + sizes(kernel.required_work_group_size);
  }
  if (kernel.work_group_size_hint[0] != 0) {
    facts += ", work-groups of perhaps " + sizes(kernel.work_group_size_hint);
  }
  if (kernel.asks_local_memory) facts += ", local memory";
  std::printf("  kernel %s (%s:%u): %s\n", name.c_str(), kernel.file.c_str(), kernel.line,
              facts.c_str());
}

void print(const device_image::ImageView& image) {
  const std::string code =
      image.code_bytes == 0
          ? "no code: that is SPIR-V (--image=spirv)"
          : bytes(image.code_bytes) + " of LLVM " + device_image::version_text(image.llvm_version);
  std::printf("image of %s: %s\n", bytes(image.bytes.size()).c_str(), code.c_str());
  const device_image::Table table = device_image::read_table(image);
  for (const device_image::KernelRow& kernel : table.kernels) print(kernel);
  for (const std::string& symbol : table.defined) {
    std::printf("  defines %s\n", demangled(symbol).c_str());
  }
  for (const std::string& symbol : table.wanted) {
    std::printf("  calls %s of another image\n", demangled(symbol).c_str());
  }
}

}  // namespace

int images(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string contents(std::istreambuf_iterator<char>(stream), {});
  if (!stream) return print_problem("cannot read " + file, 2);
  const auto found = device_image::find_images(std::as_bytes(std::span(contents)));
  if (found.empty()) return print_problem("there are no device images in " + file, 1);
  for (const device_image::ImageView& image : found) print(image);
  return 0;
}

}  // namespace cleave::tool
