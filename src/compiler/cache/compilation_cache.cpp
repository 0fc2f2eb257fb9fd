#include "compiler/cache/compilation_cache.h"

#include <algorithm>

#include "compiler/cache/compiler_identity.h"
#include "compiler/cache/content_hash.h"
#include "compiler/cache/file_state.h"
#include "compiler/interface/archive.h"
#include "disk_cache/disk_cache.h"
#include "options/options.h"

namespace cleave::compiler::cache {

// Beside its structure, for encode and decode to find.
template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, CodeSource>
void visit(Visitor& field, T& source) {
  auto& [kernel, variant, processor] = source;
  interface::visit_all(field, kernel, variant, processor);
}

namespace {

// None when it is off, when this compiler cannot tell itself from others, or when somebody wants to
// see it work.
const std::optional<disk_cache::DiskCache>& disk() {
  static const auto& cache = *new std::optional<disk_cache::DiskCache>([] {
    const options::Options& options = options::options();
    const bool is_watched = options.time_passes || !options.dump_passes.empty();
    if (is_watched || compiler_identity().empty()) return std::optional<disk_cache::DiskCache>();
    return disk_cache::DiskCache::of_process(content_digest);
  }());
  return cache;
}

template <class Source>
std::string key_of(const std::string& kind, const Source& source) {
  interface::Writer writer;
  writer(kind);
  writer(compiler_identity());
  writer(options::options().disable_passes);
  visit(writer, source);
  return content_hash(writer.bytes);
}

std::string names_of(const std::vector<interface::KernelFacts>& kernels) {
  constexpr size_t most = 200;
  std::string names = "program";
  for (const interface::KernelFacts& kernel : kernels) {
    names += ' ' + kernel.name;
    if (names.size() > most) return names + " …";
  }
  return names;
}

// Entries are what was written; who wrote it may have been wrong all the same.
bool is_plausible(const interface::BuildResult& result) {
  return result.status == CL_SUCCESS && !result.canonical.empty() &&
         interface::is_consistent(result.type, result.kernels, result.program_scope);
}

bool depends_on_time(const interface::BuildRequest& request) {
  const auto* source = std::get_if<interface::OpenClSource>(&request.input);
  if (source == nullptr) return false;
  const bool headers_do = std::ranges::any_of(
      source->headers,
      [](const interface::EmbeddedHeader& header) { return mentions_time(header.source); });
  return headers_do || mentions_time(source->text) ||
         std::ranges::any_of(request.options.clang_arguments, mentions_time);
}

}  // namespace

std::optional<interface::BuildResult> find_build(const interface::BuildRequest& request) {
  if (!disk()) return std::nullopt;
  const auto bytes = disk()->read(key_of("build", request));
  auto result = bytes ? interface::decode<interface::BuildResult>(*bytes) : std::nullopt;
  if (!result || !is_plausible(*result)) return std::nullopt;
  if (!std::ranges::all_of(result->files, is_unchanged)) return std::nullopt;
  return result;
}

void keep_build(const interface::BuildRequest& request, const interface::BuildResult& result) {
  if (!disk() || result.status != CL_SUCCESS || depends_on_time(request)) return;
  const bool repeatable = std::ranges::none_of(
      result.files, [](const interface::FileUse& use) { return use.state == unknown; });
  if (!repeatable) return;
  disk()->write(key_of("build", request), names_of(result.kernels), interface::encode(result));
}

std::string kernel_hash(const interface::KernelFacts& facts, std::span<const std::byte> module) {
  interface::Writer writer;
  interface::visit(writer, facts);
  writer(content_hash(module));
  return content_hash(writer.bytes);
}

std::string object_origin(const std::string& kernel, const interface::KernelVariant& variant,
                          const interface::ObjectCode& code) {
  interface::Writer writer;
  writer(kernel);
  interface::visit(writer, variant);
  writer(code.frame_bytes);
  writer(code.stack_bytes);
  writer(code.has_alternative);
  return content_hash(writer.bytes);
}

std::optional<interface::ObjectCode> find_code(const CodeSource& source) {
  if (!disk()) return std::nullopt;
  const auto bytes = disk()->read(key_of("code", source));
  return bytes ? interface::decode<interface::ObjectCode>(*bytes) : std::nullopt;
}

void keep_code(const CodeSource& source, const interface::ObjectCode& code) {
  if (disk())
    disk()->write(key_of("code", source), "code " + source.variant.kernel, interface::encode(code));
}

}  // namespace cleave::compiler::cache
