#include "model/program/printf_output.h"

#include <locale.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string_view>

#include "model/context.h"
#include "options/options.h"

namespace cleave::model::program {

namespace {

using compiler::interface::PrintfArgument;
using compiler::interface::PrintfKind;
using compiler::interface::PrintfRecord;

/// An argument as the ring holds it.
struct PrintedValue {
  PrintfKind kind;
  size_t element_bytes;
  size_t elements;
  const std::byte* payload;
};

/// A conversion of the format string: %[flags][width][.precision][vN][length]conversion.
struct PrintfConversion {
  std::string prefix;        // from the % to the precision, as the host's printf takes it
  bool is_vector = false;    // the N of vN is the argument's number of elements
  size_t element_bytes = 0;  // of the length modifier; 0: there is none
  char letter = 0;
};

/// The decimal point is a point, whatever locale the application has chosen for itself.
class PlainLocale {
 public:
  PlainLocale() : previous_(uselocale(plain())) {}
  ~PlainLocale() { uselocale(previous_); }
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;

 private:
  static locale_t plain() {
    static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
    return locale;
  }
  locale_t previous_;
};

template <class Value>
void append(std::string& text, const std::string& format, Value value) {
  const int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length <= 0) return;
  const size_t before = text.size();
  text.resize(before + static_cast<size_t>(length) + 1);
  std::snprintf(text.data() + before, static_cast<size_t>(length) + 1, format.c_str(), value);
  text.pop_back();
}

uint64_t load_bits(const std::byte* from, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, std::min(bytes, sizeof bits));
  return bits;
}

uint64_t mask(size_t bytes) {
  return bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * bytes)) - 1;
}

int64_t sign_extend(uint64_t bits, size_t bytes) {
  const unsigned shift = static_cast<unsigned>(64 - 8 * std::min<size_t>(bytes, 8));
  return static_cast<int64_t>(bits << shift) >> shift;
}

double half_to_double(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10) & 31;
  const auto fraction = static_cast<double>(bits & 1023);
  double value = 0;
  if (exponent == 31) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double load_floating(const std::byte* from, size_t bytes) {
  if (bytes == 2) return half_to_double(load_bits(from, 2));
  if (bytes == 4) {
    float value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, from, std::min(bytes, sizeof value));
  return value;
}

/// Returns the bytes of an integer that count: those of the length modifier, or of an int for a
/// scalar without one.
size_t integer_bytes(const PrintfConversion& conversion, const PrintedValue& argument) {
  size_t bytes = conversion.element_bytes;
  if (bytes == 0) bytes = conversion.is_vector ? argument.element_bytes : 4;
  return std::min(bytes, argument.element_bytes);
}

void append_string(std::string& text, const PrintfConversion& conversion,
                   const PrintedValue& argument) {
  // The language allows string literals only; a number is never read as the address of one.
  const char* string = nullptr;
  if (argument.kind == PrintfKind::pointer) {
    string = reinterpret_cast<const char*>(load_bits(argument.payload, 8));
  }
  append(text, conversion.prefix + "s", string == nullptr ? "(null)" : string);
}

void append_element(std::string& text, const PrintfConversion& conversion,
                    const PrintedValue& argument, const std::byte* from) {
  const size_t bytes = argument.element_bytes;
  switch (conversion.letter) {
    case 'd':
    case 'i': {
      const size_t used = integer_bytes(conversion, argument);
      const long long value = sign_extend(load_bits(from, used), used);
      append(text, conversion.prefix + "ll" + conversion.letter, value);
      return;
    }
    case 'o':
    case 'u':
    case 'x':
    case 'X': {
      const size_t used = integer_bytes(conversion, argument);
      const unsigned long long value = load_bits(from, used) & mask(used);
      append(text, conversion.prefix + "ll" + conversion.letter, value);
      return;
    }
    case 'c':
      append(text, conversion.prefix + "c", static_cast<int>(load_bits(from, 1)));
      return;
    case 's':
      append_string(text, conversion, argument);
      return;
    case 'p':
      append(text, conversion.prefix + "p", reinterpret_cast<void*>(load_bits(from, bytes)));
      return;
    default:  // a, A, e, E, f, F, g, G
      append(text, conversion.prefix + conversion.letter, load_floating(from, bytes));
  }
}

void append_argument(std::string& text, const PrintfConversion& conversion,
                     const PrintedValue& argument) {
  const size_t elements = conversion.is_vector ? argument.elements : 1;
  for (size_t element = 0; element < elements; ++element) {
    if (element != 0) text += ',';
    append_element(text, conversion, argument, argument.payload + element * argument.element_bytes);
  }
}

/// Reads through a format string.
class FormatReader {
 public:
  explicit FormatReader(std::string_view format) : rest_(format) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  /// Everything before the next %.
  std::string_view plain_text() {
    const size_t length = std::min(rest_.find('%'), rest_.size());
    return take(length);
  }

  /// The % that comes next and its conversion; nothing if it is none, and nothing is read.
  std::optional<PrintfConversion> conversion() {
    const std::string_view before = rest_;
    PrintfConversion result;
    result.prefix += take(1);
    result.prefix += take_all("-+ #0");
    result.prefix += take_all(digits);
    if (rest_.starts_with('.')) {
      result.prefix += take(1);
      result.prefix += take_all(digits);
    }
    if (rest_.starts_with('v')) {
      take(1);
      result.is_vector = !take_all(digits).empty();
    }
    read_length(result);
    if (!rest_.empty() &&
        std::string_view("diouxXcspaAeEfFgG%").find(rest_.front()) != std::string_view::npos) {
      result.letter = take(1).front();
      return result;
    }
    rest_ = before;
    return std::nullopt;
  }

  std::string_view take(size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  static constexpr std::string_view digits = "0123456789";

  std::string_view take_all(std::string_view characters) {
    return take(std::min(rest_.find_first_not_of(characters), rest_.size()));
  }

  void read_length(PrintfConversion& result) {
    struct Length {
      std::string_view name;
      size_t element_bytes;
    };
    // hl says that the elements of a vector have four bytes; z and t, of OpenCL C 3.1, that a number
    // is a size_t or a ptrdiff_t, which have eight.
    static constexpr Length lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2},
                                         {"l", 8},  {"z", 8},  {"t", 8}};
    for (const Length& length : lengths) {
      if (!rest_.starts_with(length.name)) continue;
      take(length.name.size());
      result.element_bytes = length.element_bytes;
      return;
    }
  }

  std::string_view rest_;
};

/// The arguments of a record, one after another.
class ArgumentReader {
 public:
  ArgumentReader(std::span<const std::byte> bytes, uint32_t count) : bytes_(bytes), left_(count) {}

  std::optional<PrintedValue> next() {
    PrintfArgument head;
    if (left_ == 0 || bytes_.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes_.data(), sizeof head);
    const size_t payload = (size_t{head.elements} * head.element_bytes + 7) & ~size_t{7};
    if (payload == 0 || payload > bytes_.size() - sizeof head) return std::nullopt;
    const PrintedValue argument{head.kind, head.element_bytes, head.elements,
                                bytes_.data() + sizeof head};
    bytes_ = bytes_.subspan(sizeof head + payload);
    --left_;
    return argument;
  }

 private:
  std::span<const std::byte> bytes_;
  uint32_t left_;
};

void format_record(std::string& text, std::string_view format_string, ArgumentReader arguments) {
  FormatReader format(format_string);
  while (!format.at_end()) {
    text += format.plain_text();
    if (format.at_end()) return;
    const std::optional<PrintfConversion> conversion = format.conversion();
    if (!conversion) {
      text += format.take(1);  // no conversion at all: the characters speak for themselves
    } else if (conversion->letter == '%') {
      text += '%';
    } else if (const std::optional<PrintedValue> argument = arguments.next()) {
      append_argument(text, *conversion, *argument);
    }
  }
}

}  // namespace

std::string format_printf_records(std::span<const std::byte> records) {
  const PlainLocale locale;
  std::string text;
  PrintfRecord record;
  while (records.size() >= sizeof record) {
    std::memcpy(&record, records.data(), sizeof record);
    // Zero: a reservation that did not fit; its writer left the memory as it was.
    if (record.bytes < sizeof record || record.bytes > records.size() || record.format == 0) break;
    format_record(
        text, reinterpret_cast<const char*>(record.format),
        {records.subspan(sizeof record, record.bytes - sizeof record), record.argument_count});
    records = records.subspan(record.bytes);
  }
  return text;
}

/// Room for some 700,000 calls with one argument each: 64 Ki work-items that print a line of ten
/// characters one by one, as tests of conformance do. Pages that a launch does not write are not there.
constexpr size_t default_bytes = size_t{16} << 20;

size_t printf_buffer_bytes() {
  static const size_t bytes = [] {
    const size_t least = options::is_embedded_profile() ? size_t{1} << 10 : size_t{1} << 20;
    const size_t wanted = options::options().printf_buffer;
    if (wanted == 0 && !options::is_embedded_profile()) return default_bytes;
    if (wanted != 0 && wanted < least) {
      std::fprintf(stderr,
                   "cleave: CLEAVE_PRINTF_BUFFER=%zu is less than the %zu bytes that OpenCL "
                   "demands; these are used\n",
                   wanted, least);
    }
    return std::max(wanted, least) & ~size_t{7};
  }();
  return bytes;
}

PrintfOutput::PrintfOutput()
    : data_(static_cast<std::byte*>(os::map_memory(printf_buffer_bytes(), os::page_size()))),
      ring_{0, printf_buffer_bytes(), 0, 0, data_.get()} {
  if (!data_) throw std::bad_alloc();
}

void PrintfOutput::print(const Context& context) const {
  const size_t used = std::min(ring_.used, ring_.capacity);
  std::string text = format_printf_records({data_.get(), used});
  if (ring_.dropped != 0) {
    const std::string message =
        std::to_string(ring_.dropped) + " calls of printf did not fit the buffer of " +
        std::to_string(ring_.capacity) + " bytes; CLEAVE_PRINTF_BUFFER gives it more";
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += "cleave: " + message + "\n";
    context.notify("printf: " + message);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace cleave::model::program
