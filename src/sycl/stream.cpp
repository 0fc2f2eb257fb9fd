// Makes text of the records of streams.
#include "sycl/stream.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "sycl/failure.h"
#include "sycl/host_task.h"
#include "sycl/queue.h"
#include "sycl/unified_memory.h"

namespace cleave::sycl {
namespace {

/// Numbers of sycl::stream_manipulator.
enum Manipulator : uint32_t {
#define CLEAVE_SYCL_MANIPULATOR(name) name,
#include "sycl/detail/stream_manipulators.def"
#undef CLEAVE_SYCL_MANIPULATOR
};

/// The text of a work-item that is not yet flushed, and the form of what it writes next.
class WorkItemText {
 public:
  /// Adds what a record says; returns text that is to be printed now.
  [[nodiscard]] std::string add(uint32_t kind, const char* value, uint32_t size) {
    switch (kind) {
      case CLEAVE_SYCL_STREAM_TEXT:
        put(std::string(value, size));
        return {};
      case CLEAVE_SYCL_STREAM_SIGNED:
        put(text_of_signed(value, size));
        return {};
      case CLEAVE_SYCL_STREAM_UNSIGNED:
        put(text_of_unsigned(number(value, size), base_, has_base_));
        return {};
      case CLEAVE_SYCL_STREAM_DOUBLE:
        put(text_of_double(value, size));
        return {};
      case CLEAVE_SYCL_STREAM_ADDRESS:
        put(text_of_unsigned(number(value, size), hex, true));
        return {};
      case CLEAVE_SYCL_STREAM_WIDTH:
        width_ = number(value, size);
        return {};
      case CLEAVE_SYCL_STREAM_PRECISION:
        precision_ = static_cast<int>(std::min<uint64_t>(number(value, size), most_digits));
        return {};
      case CLEAVE_SYCL_STREAM_MANIPULATOR:
        return change(static_cast<uint32_t>(number(value, size)));
      default:
        return {};  // of a later header
    }
  }
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

 private:
  static constexpr uint64_t most_width = 4096;
  static constexpr uint64_t most_digits = 512;

  static uint64_t number(const char* value, uint32_t size) {
    uint64_t read = 0;
    std::memcpy(&read, value, std::min<size_t>(size, sizeof read));
    return read;
  }
  static std::string text_of_unsigned(uint64_t value, uint32_t base, bool has_base) {
    char text[32];
    const char* const format = base == hex   ? (has_base ? "%#lx" : "%lx")
                               : base == oct ? (has_base ? "%#lo" : "%lo")
                                             : "%lu";
    std::snprintf(text, sizeof text, format, static_cast<unsigned long>(value));
    return text;
  }
  [[nodiscard]] std::string text_of_signed(const char* value, uint32_t size) const {
    const uint64_t bits = number(value, size);
    if (base_ != dec) return text_of_unsigned(bits, base_, has_base_);
    const uint32_t unused = 64 - 8 * std::min<uint32_t>(size, 8);
    const auto extended = static_cast<int64_t>(bits << unused) >> unused;
    return (has_sign_ && extended >= 0 ? "+" : "") + std::to_string(extended);
  }
  [[nodiscard]] std::string text_of_double(const char* value, uint32_t size) const {
    double read = 0;
    std::memcpy(&read, value, std::min<size_t>(size, sizeof read));
    const char* const format = point_ == fixed        ? (has_sign_ ? "%+.*f" : "%.*f")
                               : point_ == scientific ? (has_sign_ ? "%+.*e" : "%.*e")
                                                      : (has_sign_ ? "%+.*g" : "%.*g");
    char text[1024];
    if (point_ == hexfloat) {
      std::snprintf(text, sizeof text, has_sign_ ? "%+a" : "%a", read);
    } else {
      std::snprintf(text, sizeof text, format, precision_, read);
    }
    return text;
  }
  void put(const std::string& value) {
    if (width_ > value.size()) {
      text_.append(std::min(width_, most_width) - std::min(most_width, value.size()), ' ');
    }
    width_ = 0;
    text_ += value;
  }
  [[nodiscard]] std::string change(uint32_t manipulator) {
    switch (manipulator) {
      case flush:
        return take();
      case endl:
        text_ += '\n';
        return take();
      case dec:
      case hex:
      case oct:
        base_ = manipulator;
        return {};
      case showbase:
      case noshowbase:
        has_base_ = manipulator == showbase;
        return {};
      case showpos:
      case noshowpos:
        has_sign_ = manipulator == showpos;
        return {};
      default:
        point_ = manipulator;
        return {};
    }
  }

  std::string text_;
  uint32_t base_ = dec;
  uint32_t point_ = defaultfloat;
  bool has_base_ = false;
  bool has_sign_ = false;
  int precision_ = 6;
  uint64_t width_ = 0;
};

/// Room for records: of one character each where the stream is small.
size_t capacity_for(size_t most) {
  constexpr size_t of_a_character = sizeof(cleave_sycl_stream_record) + 8;
  constexpr size_t small = size_t{4} << 20;
  constexpr size_t of_manipulators = 4096;
  return of_manipulators + std::min(most, small) * of_a_character +
         (most > small ? 2 * (most - small) : 0);
}

}  // namespace

Stream::Stream(Ref<Context> context, size_t most) : context_(std::move(context)) {
  const size_t capacity = capacity_for(most);
  const cleave_sycl_usm_request request{sizeof request,
                                        CLEAVE_SYCL_USM_HOST,
                                        handle_of<cleave_sycl_context>(context_.get()),
                                        nullptr,
                                        sizeof(Header) + sizeof(cleave_sycl_stream) + capacity,
                                        0};
  auto* const header = static_cast<Header*>(allocate(request));
  if (header == nullptr) {
    fail(Code::memory_allocation,
         "a stream: there is no memory for " + std::to_string(most) + " characters");
  }
  *header = {this, 0};
  memory_ = new (header + 1) cleave_sycl_stream{0, capacity, capacity, most};
}

Stream::~Stream() {
  try {
    free_memory(*context_, reinterpret_cast<Header*>(memory_) - 1);
  } catch (const Failure&) {
    // Nobody can be told.
  }
}

Stream& Stream::of(cleave_sycl_stream* memory) {
  return *(reinterpret_cast<Header*>(memory) - 1)->stream;
}

std::string text_of(const cleave_sycl_stream& stream) {
  std::string text;
  std::map<uint64_t, WorkItemText> items;
  const uint64_t end = std::min({stream.used, stream.end, stream.capacity});
  const char* const records = reinterpret_cast<const char*>(&stream + 1);
  for (uint64_t at = 0; at + sizeof(cleave_sycl_stream_record) <= end;) {
    cleave_sycl_stream_record record{};
    std::memcpy(&record, records + at, sizeof record);
    at += sizeof record;
    if (record.size > end - at) break;
    text += items[record.work_item].add(record.kind, records + at, record.size);
    at += (uint64_t{record.size} + 7) / 8 * 8;
  }
  for (auto& [number, item] : items) text += item.take();
  if (text.size() > stream.most) text.resize(stream.most);
  return text;
}

void print_streams(Queue& queue, cleave_sycl_event* kernel, const std::vector<Ref<Stream>>& streams,
                   cleave_sycl_event** event) {
  using Streams = std::vector<Ref<Stream>>;
  const cleave_sycl_host_task task{
      sizeof task,
      {new Streams(streams), [](void* state) { delete static_cast<Streams*>(state); }},
      [](void* state, const cleave_sycl_interop*, cleave_sycl_exception*) {
        for (const auto& stream : *static_cast<const Streams*>(state)) {
          const std::string text = text_of(*stream->memory());
          std::fwrite(text.data(), 1, text.size(), stdout);
        }
        std::fflush(stdout);
      }};
  const cleave_sycl_group group{sizeof group, &kernel, 1, nullptr, 0, nullptr, nullptr, 0};
  host_task(queue, &group, task, event);
}

}  // namespace cleave::sycl
