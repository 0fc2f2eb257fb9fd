#include "cache.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "disk_cache/disk_cache.h"
#include "text.h"

namespace cleave::tool {
namespace {

using disk_cache::DiskCache;

int refuse(const std::string& problem) {
  std::fprintf(stderr, "cleave cache: %s\n", problem.c_str());
  return 1;
}

std::string text_of(const timespec& time) {
  tm parts = {};
  std::array<char, 32> text = {};
  localtime_r(&time.tv_sec, &parts);
  std::strftime(text.data(), text.size(), "%F %T", &parts);
  return text.data();
}

int print_size(const DiskCache& cache) {
  uint64_t size = 0;
  const std::vector<DiskCache::Entry> entries = cache.list();
  for (const DiskCache::Entry& entry : entries) size += entry.bytes;
  std::printf("%s: %zu entries, %s of %s\n", cache.folder().c_str(), entries.size(),
              bytes(size).c_str(), bytes(cache.limit()).c_str());
  return 0;
}

// The most recently used last, where a terminal shows it.
int print_list(const DiskCache& cache) {
  std::vector<DiskCache::Entry> entries = cache.list();
  std::ranges::sort(entries, [](const DiskCache::Entry& one, const DiskCache::Entry& other) {
    return std::pair(one.used.tv_sec, one.used.tv_nsec) <
           std::pair(other.used.tv_sec, other.used.tv_nsec);
  });
  for (const DiskCache::Entry& entry : entries) {
    std::printf("%s  %10s  %.12s  %s\n", text_of(entry.used).c_str(), bytes(entry.bytes).c_str(),
                entry.key.c_str(), entry.label.c_str());
  }
  return 0;
}

}  // namespace

int cache(CacheAction action) {
  const std::optional<DiskCache> cache = DiskCache::of_process(nullptr);
  if (!cache)
    return refuse("there is none: CLEAVE_CACHE or CLEAVE_CACHE_SIZE is 0, or HOME is not set");
  const std::string problem = cache->problem();
  if (!problem.empty()) return refuse(cache->folder().string() + " is not used: " + problem);
  switch (action) {
    case CacheAction::size:
      return print_size(*cache);
    case CacheAction::list:
      return print_list(*cache);
    case CacheAction::clear:
      return cache->clear() ? 0 : refuse("not all of " + cache->folder().string() + " was removed");
  }
  return 1;
}

}  // namespace cleave::tool
