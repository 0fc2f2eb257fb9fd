#include "compiler/target/x86/profiler.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>
#include <string_view>

#include "compiler/target/x86/placed_object.h"
#include "options/options.h"

namespace cleave::compiler::target::x86 {
namespace {

/// A file of this process: a forked one begins its own.
class ProcessFile {
 public:
  /// False when there is none and none can be made.
  bool open(const std::string& path, bool& is_new) {
    is_new = process_ != getpid();
    if (!is_new) return descriptor_ >= 0;
    process_ = getpid();
    // Nobody else may have prepared a link there. What was opened before a fork is the parent's.
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor_ < 0) {
      std::fprintf(stderr, "cleave: CLEAVE_PERF: cannot write %s: %s\n", path.c_str(),
                   std::strerror(errno));
    }
    return descriptor_ >= 0;
  }
  /// All at once, so that records of threads do not mix.
  void append(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  pid_t process_ = 0;
  int descriptor_ = -1;
};

/// Lines "address size name", all in hexadecimal digits: perf's "map" file.
class MapFile {
 public:
  void add(const std::vector<PlacedFunction>& functions) {
    bool is_new = false;
    if (!file_.open("/tmp/perf-" + std::to_string(getpid()) + ".map", is_new)) return;
    std::string text;
    for (const PlacedFunction& function : functions) {
      char numbers[40];
      std::snprintf(numbers, sizeof numbers, "%llx %llx ",
                    static_cast<unsigned long long>(function.address),
                    static_cast<unsigned long long>(function.bytes));
      text += numbers + function.name + '\n';
    }
    file_.append(text);
  }

 private:
  ProcessFile file_;
};

/// perf's "jitdump": names, code and lines, with the time at which each appeared.
/// tools/perf/Documentation/jitdump-specification.txt of Linux has the format.
class DumpFile {
 public:
  void add(const std::vector<PlacedFunction>& functions) {
    const char* wanted = std::getenv("JITDUMPDIR");
    const std::string folder = wanted == nullptr || *wanted == '\0' ? "/tmp" : wanted;
    bool is_new = false;
    if (!file_.open(folder + "/jit-" + std::to_string(getpid()) + ".dump", is_new)) return;
    if (is_new) begin();
    for (const PlacedFunction& function : functions) {
      if (!function.lines.empty()) add_lines(function);
      add_code(function);
    }
  }

 private:
  enum Record : uint32_t { code_load = 0, debug_information = 2 };

  class Bytes {
   public:
    template <class T>
    Bytes& number(T value) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
      return *this;
    }
    Bytes& text(std::string_view value) {
      bytes_.append(value).push_back('\0');
      return *this;
    }
    Bytes& raw(const void* data, size_t count) {
      bytes_.append(static_cast<const char*>(data), count);
      return *this;
    }
    [[nodiscard]] const std::string& get() const { return bytes_; }

   private:
    std::string bytes_;
  };

  // perf record -k 1 uses this clock, too.
  static uint64_t now() {
    timespec time = {};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
  }

  void begin() {
    constexpr uint32_t magic = 0x4A695444, version = 1, header_bytes = 40;
    next_index_ = 0;
    file_.append(Bytes()
                     .number(magic)
                     .number(version)
                     .number(header_bytes)
                     .number(uint32_t{EM_X86_64})
                     .number(uint32_t{0})
                     .number(static_cast<uint32_t>(getpid()))
                     .number(now())
                     .number(uint64_t{0})
                     .get());
    // perf notes files that are mapped as code: so it finds this one. It stays mapped.
    mmap(nullptr, static_cast<size_t>(sysconf(_SC_PAGESIZE)), PROT_READ | PROT_EXEC, MAP_PRIVATE,
         file_.descriptor(), 0);
  }

  void add_record(Record kind, const std::string& body) {
    constexpr size_t prefix_bytes = 16;
    file_.append(Bytes()
                     .number(uint32_t{kind})
                     .number(static_cast<uint32_t>(prefix_bytes + body.size()))
                     .number(now())
                     .raw(body.data(), body.size())
                     .get());
  }

  void add_lines(const PlacedFunction& function) {
    Bytes body;
    body.number(function.address).number(uint64_t{function.lines.size()});
    for (const CodeLine& line : function.lines) {
      body.number(line.address).number(line.line).number(uint32_t{0}).text(line.file);
    }
    add_record(debug_information, body.get());
  }

  void add_code(const PlacedFunction& function) {
    Bytes body;
    body.number(static_cast<uint32_t>(getpid()))
        .number(static_cast<uint32_t>(syscall(SYS_gettid)))
        .number(function.address)
        .number(function.address)
        .number(function.bytes)
        .number(next_index_++)
        .text(function.name)
        .raw(reinterpret_cast<const void*>(function.address), function.bytes);
    add_record(code_load, body.get());
  }

  ProcessFile file_;
  uint64_t next_index_ = 0;
};

}  // namespace

bool is_profiled() {
  return options::options().perf != "off";
}

void tell_profiler(std::span<const char> placed) {
  static std::mutex& mutex = *new std::mutex;
  static MapFile& map = *new MapFile;
  static DumpFile& dump = *new DumpFile;
  const std::vector<PlacedFunction> functions = functions_of(placed);
  const std::scoped_lock lock(mutex);
  options::options().perf == "map" ? map.add(functions) : dump.add(functions);
}

}  // namespace cleave::compiler::target::x86
