// Finds where a text contains a pattern: each work-item compares at its place until a letter
// differs.
#include <algorithm>
#include <string>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void search(global const char *text, constant char *pattern, int length, global uint *count,
                   global uint *places, uint most) {
  size_t place = get_global_id(0);
  int matched = 0;
  while (matched < length && text[place + matched] == pattern[matched]) ++matched;
  if (matched == length) {
    uint found = atomic_inc(count);
    if (found < most) places[found] = place;
  }
}
)";
constexpr std::string_view pattern = "acgtacggtaca";

struct Text {
  /// Letters of a genome, with the pattern here and there.
  explicit Text(size_t places_count) : text(places_count + pattern.size(), 'a') {
    for (size_t i = 0; i < text.size(); ++i)
      text[i] = "acgt"[scrambled(static_cast<uint32_t>(i)) & 3];
    for (size_t i = 100; i + pattern.size() < places_count; i += 3000 + text[i] % 64)
      std::ranges::copy(pattern, text.begin() + static_cast<std::ptrdiff_t>(i));
    for (size_t i = text.find(pattern); i < places_count; i = text.find(pattern, i + 1))
      places.push_back(static_cast<cl_uint>(i));
  }

  std::string text;
  std::vector<cl_uint> places;
};

class StringSearch : public RepeatedWork<Text> {
 public:
  StringSearch(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "search")),
        text_(device.buffer_of(std::span<const char>(problem().text))),
        pattern_(device.buffer_of(std::span<const char>(pattern))),
        count_(device.zeros(sizeof(cl_uint))),
        places_(device.zeros(problem().places.size() * sizeof(cl_uint))) {
    kernel_.set_arguments(text_, pattern_, static_cast<cl_int>(pattern.size()), count_, places_,
                          static_cast<cl_uint>(problem().places.size()));
  }

  std::string verify() override {
    const cl_uint count = device().read<cl_uint>(count_, 1).front();
    if (count != problem().places.size())
      return std::to_string(count) + " places, not " + std::to_string(problem().places.size());
    std::vector<cl_uint> found = device().read<cl_uint>(places_, count);
    std::ranges::sort(found);
    return difference(found, problem().places);
  }

 protected:
  void enqueue() override {
    device().enqueue_clear(count_, sizeof(cl_uint));
    device().enqueue(kernel_, size(), 256);
  }

 private:
  Kernel kernel_;
  Buffer text_, pattern_, count_, places_;
};

class NativeSearch : public NativeWork<Text> {
 public:
  explicit NativeSearch(size_t count)
      : NativeWork(count),
        text_(problem().text.begin(), problem().text.end()),
        places_(threads().count(), NativeVector<cl_uint>(problem().places.size())),
        counts_(places_.size()) {}

  std::string verify() override {
    std::vector<cl_uint> found;
    for (size_t i = 0; i < places_.size(); ++i)
      found.insert(found.end(), places_[i].data(), places_[i].data() + counts_[i]);
    return difference(found, problem().places);
  }

 protected:
  void repeat() override {
    constexpr size_t block = 64;
    split(places_.size(), 1, [&](size_t part, size_t) {
      const auto bound = [&](size_t i) { return size() * i / places_.size() / block * block; };
      native_loops().search(places_[part].data(), &counts_[part], text_.data(), pattern.data(),
                            pattern.size(), bound(part), bound(part + 1));
    });
  }

 private:
  NativeVector<char> text_;
  std::vector<NativeVector<cl_uint>> places_;  // of each thread
  std::vector<size_t> counts_;
};

}  // namespace

const Case& string_search() {
  static const Case instance = {
      "string_search",
      "the places of a pattern of twelve letters in a text of N",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 25}},
      [](size_t count) { return 1e-9 * static_cast<double>(count); },
      make_work<StringSearch>,
      Kind::kernel,
      {{"native", make_native<NativeSearch>}}};
  return instance;
}

}  // namespace cleave::benchmark
