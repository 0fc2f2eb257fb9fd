#include "world.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace cleave::test::fuzz::api {
namespace {

/// Released objects go at once, but for those that a worker or a build still has in its hands.
std::chrono::seconds longest_end() {
  const char* seconds = std::getenv("CLEAVE_FUZZ_PATIENCE");
  return std::chrono::seconds(seconds == nullptr ? 60 : std::strtoll(seconds, nullptr, 10));
}

constexpr const char* kind_names[kind_count] = {"device", "context",        "queue",
                                                "memory", "program",        "kernel",
                                                "event",  "command-buffer", "semaphore"};

}  // namespace

World::~World() = default;

Shared& World::add(Kind kind, void* handle, void* context) {
  Pool& pool = pools_[index(kind)];
  const std::scoped_lock lock(pool.mutex);
  Shared& object = pool.objects.emplace_back();
  object.handle = handle;
  object.context = context;
  return object;
}

Shared* World::pick(Kind kind, Random& random, const void* context) {
  Pool& pool = pools_[index(kind)];
  const std::scoped_lock lock(pool.mutex);
  if (pool.objects.empty()) return nullptr;
  Shared* best = nullptr;
  int best_worth = -1;
  for (int attempt = 0; attempt < 6; ++attempt) {
    Shared& candidate = pool.objects[random.below(pool.objects.size())];
    const int worth = (candidate.held.load() > 0 ? 2 : 0) +
                      (context == nullptr || candidate.context == context ? 1 : 0);
    if (worth > best_worth) best = &candidate;
    best_worth = std::max(best_worth, worth);
    if (random.chance(10)) break;  // released ones too, and those of other contexts
  }
  return best;
}

Shared* World::find(Kind kind, const void* handle) {
  Pool& pool = pools_[index(kind)];
  const std::scoped_lock lock(pool.mutex);
  for (Shared& object : pool.objects) {
    if (object.handle == handle) return &object;
  }
  return nullptr;
}

Notice& World::make_notice(const char* what) {
  const std::scoped_lock lock(mutex_);
  Notice& notice = notices_.emplace_back();
  notice.what = what;
  return notice;
}

void World::add_gate(cl_event gate, cl_int status) {
  const std::scoped_lock lock(mutex_);
  gates_.push_back({gate, status});
}

void World::open_gates() {
  std::vector<Gate> gates;
  {
    const std::scoped_lock lock(mutex_);
    gates.swap(gates_);
  }
  for (const Gate& gate : gates) {
    const cl_int code = driver().clSetUserEventStatus(gate.event, gate.status);
    // Its owner may have ended it, and it may be gone.
    if (code != CL_SUCCESS && code != CL_INVALID_OPERATION && code != CL_INVALID_EVENT) {
      say_wrong("a user event is ended with the answer " + std::to_string(code));
    }
  }
}

std::byte* World::host_memory(size_t bytes) {
  const std::scoped_lock lock(mutex_);
  return host_memory_.emplace_back(std::make_unique<std::byte[]>(bytes)).get();
}

void World::say_wrong(const std::string& what) {
  if (wrong_.fetch_add(1) > 4) return;  // what follows from the first tells little
  std::printf("WRONG: %s\n", what.c_str());
  std::fflush(stdout);
}

void World::release_everything() {
  for (size_t kind = 0; kind < kind_count; ++kind) {
    for (Shared& object : pools_[kind].objects) {
      while (object.take()) {
        const cl_int code = release(static_cast<Kind>(kind), object.handle);
        if (code == CL_SUCCESS) continue;
        say_wrong(std::string("a reference to a ") + kind_names[kind] +
                  " is released with the answer " + std::to_string(code));
      }
    }
  }
}

std::string World::what_is_left() {
  for (const Notice& notice : notices_) {
    const int expected = notice.is_expected ? 1 : 0;
    if (notice.calls != expected) {
      return std::string(notice.what) + " was called " + std::to_string(notice.calls) +
             " times and not " + std::to_string(expected);
    }
  }
  for (size_t kind = 0; kind < kind_count; ++kind) {
    for (const Shared& object : pools_[kind].objects) {
      const cl_int code = ask(static_cast<Kind>(kind), object.handle);
      if (code != invalid_code(static_cast<Kind>(kind))) {
        return std::string("a ") + kind_names[kind] + " lives on: it answers " +
               std::to_string(code);
      }
    }
  }
  return {};
}

void World::end() {
  open_gates();
  release_everything();
  const auto end = std::chrono::steady_clock::now() + longest_end();
  std::string left = what_is_left();
  while (!left.empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    left = what_is_left();
  }
  if (left.empty()) return;
  say_wrong("everything has been released, but " + left);
}

}  // namespace cleave::test::fuzz::api
