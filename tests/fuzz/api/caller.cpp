#include "caller.h"

#include <cstring>

namespace cleave::test::fuzz::api {

void Caller::tell() {
  const uint64_t at = trace_.next.fetch_add(1, std::memory_order_relaxed);
  std::memcpy(trace_.text[at % Trace::lines], line_.text(), Trace::line_bytes);
  if (prints_) std::printf("%s\n", line_.text());
}

cl_int Caller::end(Function function, cl_int code) {
  Tally& tally = record_.tallies[static_cast<size_t>(function)];
  (code == CL_SUCCESS ? tally.succeeded : tally.refused).fetch_add(1, std::memory_order_relaxed);
  line_.print(" = %d", code);
  const uint64_t at = trace_.next.load(std::memory_order_relaxed) - 1;
  std::memcpy(trace_.text[at % Trace::lines], line_.text(), Trace::line_bytes);
  if (prints_) std::printf("%u   = %d\n", number_, code);
  if (code != unasked && !may_answer(function, code)) wrong("no such error is in its list");
  if (must_fail_ && code == CL_SUCCESS) wrong("it takes what is no such object");
  must_fail_ = false;
  return code;
}

void Caller::expect(cl_int code, const std::vector<cl_int>& errors) {
  if (code == unasked) return require(!errors.empty(), "it must succeed");
  if (errors.empty()) return require(code == CL_SUCCESS, "it must succeed");
  if (std::ranges::find(errors, code) != errors.end()) return;
  std::string what = "it must answer";
  for (const cl_int error : errors) what += ' ' + std::to_string(error);
  wrong(what);
}

void Caller::wrong(const std::string& what) {
  world.say_wrong("seed " + std::to_string(record_.seed.load()) + ", thread " + line_.text() +
                  ": " + what);
}

void* Caller::made_up(Kind kind) {
  must_fail();
  static int of_the_program = 0;
  const auto other_kind = [&] {
    const auto other = static_cast<Kind>(
        (static_cast<size_t>(kind) + 1 + random.below(kind_count - 1)) % kind_count);
    Shared* found = world.pick(other, random, nullptr);
    return found == nullptr ? nullptr : found->handle;
  };
  switch (random.below(6)) {
    case 0:
      return nullptr;
    case 1:
      return other_kind();
    case 2: {  // inside of an object, or of its slot
      Shared* found = world.pick(kind, random, nullptr);
      return found == nullptr ? nullptr
                              : static_cast<std::byte*>(found->handle) + 1 + random.below(63);
    }
    case 3:
      return reinterpret_cast<void*>(random.next());
    case 4:
      return reinterpret_cast<void*>(uintptr_t{1} << random.below(48));
    default:
      return &of_the_program;
  }
}

cl_device_id Caller::root_device() {
  static const cl_device_id root = [] {
    cl_device_id found = nullptr;
    driver().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &found, nullptr);
    return found;
  }();
  return root;
}

cl_device_id Caller::device() {
  return random.chance(70) ? root_device() : object<cl_device_id>();
}

void* Caller::any_object(Kind kind, const void* context) {
  Shared* found = random.chance(6) ? nullptr : world.pick(kind, random, context);
  return found == nullptr ? made_up(kind) : found->handle;
}

}  // namespace cleave::test::fuzz::api
