// Shows the device images that lie in a file, an object or an executable: a line for each kernel and
// each external function. `show_images FILE [OUT]` writes the bitcode of all of them to OUT.0, OUT.1.
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "device_image/find_images.h"

namespace image = cleave::device_image;

namespace {

template <class List>
std::string text_of(const List& values) {
  std::string text;
  for (const auto value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

void show(const image::KernelRow& kernel) {
  std::cout << "kernel " << kernel.symbol << " name '" << kernel.name << "' at "
            << kernel.file.substr(kernel.file.rfind('/') + 1) << ':' << kernel.line << " bytes "
            << kernel.object_bytes << " aligned " << kernel.object_alignment << " group "
            << text_of(kernel.required_work_group_size) << " hint "
            << text_of(kernel.work_group_size_hint) << " sub-group " << kernel.sub_group_size
            << " aspects {" << text_of(kernel.aspects) << "} local "
            << (kernel.asks_local_memory ? "yes" : "no") << " captures";
  for (const image::Capture& capture : kernel.captures) {
    std::cout << ' ' << capture.offset << '+' << capture.bytes << '@' << capture.line;
  }
  std::cout << '\n';
}

/// Returns whether the code could be unpacked.
bool show_one(const image::ImageView& view, const std::string& output) {
  const image::Table table = image::read_table(view);
  std::string problem;
  const auto code = image::unpack_code(view, problem);
  if (!code) {
    std::cout << "damaged: " << problem << '\n';
    return false;
  }
  std::cout << "image\n";
  for (const image::KernelRow& kernel : table.kernels) show(kernel);
  for (const std::string& symbol : table.defined) std::cout << "defines " << symbol << '\n';
  for (const std::string& symbol : table.wanted) std::cout << "wants " << symbol << '\n';
  if (!output.empty()) {
    std::ofstream file(output, std::ios::binary);
    file.write(reinterpret_cast<const char*>(code->data()),
               static_cast<std::streamsize>(code->size()));
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  std::ifstream file(words[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string output = count > 2 ? words[2] : "";
  int images = 0;
  for (const image::ImageView& view : image::find_images(std::as_bytes(std::span(text)))) {
    const std::string code = output.empty() ? output : output + "." + std::to_string(images);
    if (show_one(view, code)) ++images;
  }
  return images == 0 ? 1 : 0;
}
