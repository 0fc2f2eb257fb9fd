#include "compiler/frontend/opencl_c/debug_source.h"

#include <filesystem>
#include <span>

#include "compiler/cache/content_hash.h"
#include "compiler/interface/build_options.h"
#include "disk_cache/cache_folder.h"
#include "disk_cache/disk_cache.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

constexpr const char* folder_name = "sources";
constexpr uint64_t most_bytes = uint64_t{64} << 20;  // all sources together

std::string file_name(const std::string& source) {
  constexpr size_t digits = 16;
  return cache::content_hash(source).substr(0, digits) + ".cl";
}

}  // namespace

std::string debug_source_path(const std::string& source, const interface::BuildOptions& options) {
  if (!options.source_file.empty()) return options.source_file;
  if (!options.debug) return "";
  const std::filesystem::path folder = disk_cache::user_folder();
  return folder.empty() ? "" : std::filesystem::absolute(folder / folder_name / file_name(source));
}

void keep_debug_source(const interface::BuildRequest& request) {
  const auto* source = std::get_if<interface::OpenClSource>(&request.input);
  if (source == nullptr) return;
  if (!request.options.debug || !request.options.source_file.empty()) return;
  const std::filesystem::path folder = disk_cache::user_folder();
  if (folder.empty()) return;
  const auto sources = disk_cache::CacheFolder::make(folder).make_folder(folder_name);
  const std::string name = file_name(source->text);
  if (sources.read_file(name, 0)) return;  // reading makes it recently used too
  static_cast<void>(sources.write_file(name, std::as_bytes(std::span(source->text))));
  sources.shrink(most_bytes);
}

}  // namespace cleave::compiler::frontend::opencl_c
