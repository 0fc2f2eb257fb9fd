// Loads and unloads two libraries in turn, each with kernels of its own, and checks what they compute and that memory does
// not grow: reload ROUNDS FIRST SECOND, which multiply by 3 and by 5. With one more word the kernels wait until both
// libraries, the second of which takes the place of the first, are gone.
#include <dlfcn.h>
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace {

/// More than a program's worth of code, and less than that of a hundred.
constexpr long most_growth_kib = 4096;

long resident_kib() {
  long all = 0;
  long resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld %ld", &all, &resident) != 2) return -1;
  std::fclose(file);
  return resident * 4;
}

/// True when the library computes what it should.
bool run_library(const char* path, int number, int factor) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::printf("%s\n", dlerror());
    return false;
  }
  const auto run = reinterpret_cast<int (*)(int)>(dlsym(library, "run"));
  const bool is_right = run != nullptr && run(number) == number * factor;
  dlclose(library);
  return is_right;
}

/// A launch whose library is gone.
struct Launch {
  int result = 0;  // which the kernel sets
  void* place = nullptr;
};

/// Has the library launch a kernel that waits for the gate, and unloads the library. A place of null: it could not.
void start_in_library(const char* path, int number, int& gate, Launch& launch) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  launch.place = dlsym(library, "start");
  const auto start = reinterpret_cast<void (*)(int, int*, int*)>(launch.place);
  if (start != nullptr) start(number, &gate, &launch.result);
  dlclose(library);
}

int wait_for(int& result) {
  const std::atomic_ref shared(result);
  while (shared.load(std::memory_order_acquire) == 0) sched_yield();
  return result;
}

/// The number of wrong results of both libraries' kernels, which run when both are unloaded.
int run_both(char** libraries, int number, int& at_one_place) {
  int gate = 0;
  Launch first;
  Launch second;
  start_in_library(libraries[0], number, gate, first);
  start_in_library(libraries[1], number, gate, second);
  std::atomic_ref(gate).store(1, std::memory_order_release);
  if (first.place == nullptr || second.place == nullptr) return 2;
  if (first.place == second.place) ++at_one_place;
  const int wrong_first = wait_for(first.result) == number * 3 ? 0 : 1;
  return wrong_first + (wait_for(second.result) == number * 5 ? 0 : 1);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) return 2;
  const int rounds = std::atoi(arguments[1]);
  char** const libraries = arguments + 2;
  const bool is_in_flight = count > 4;
  int wrong = 0;
  int at_one_place = 0;
  long before = 0;
  for (int i = 0; i < rounds; ++i) {
    if (is_in_flight) {
      wrong += i % 2 == 0 ? run_both(libraries, i + 1, at_one_place) : 0;
    } else if (!run_library(libraries[i % 2], i, i % 2 == 0 ? 3 : 5)) {
      ++wrong;
    }
    if (i == rounds / 4) before = resident_kib();
  }
  if (is_in_flight) std::printf("%d times at one place\n", at_one_place);
  const long growth = resident_kib() - before;
  std::printf("%d rounds, %d wrong\n", rounds, wrong);
  std::printf(growth < most_growth_kib ? "the memory stays\n" : "the memory grew by %ld KiB\n",
              growth);
  return wrong == 0 && growth < most_growth_kib ? 0 : 1;
}
