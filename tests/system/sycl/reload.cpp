// Loads and unloads two libraries in turn, each with kernels of its own, and checks what they compute and that memory does
// not grow: reload FIRST SECOND, which multiply by 3 and by 5.
#include <dlfcn.h>

#include <cstdio>

namespace {

constexpr int rounds = 1000;
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

}  // namespace

int main(int, char** arguments) {
  int wrong = 0;
  long before = 0;
  for (int i = 0; i < rounds; ++i) {
    if (!run_library(arguments[1 + i % 2], i, i % 2 == 0 ? 3 : 5)) ++wrong;
    if (i == rounds / 4) before = resident_kib();
  }
  const long growth = resident_kib() - before;
  std::printf("%d rounds, %d wrong\n", rounds, wrong);
  std::printf(growth < most_growth_kib ? "the memory stays\n" : "the memory grew by %ld KiB\n",
              growth);
  return wrong == 0 && growth < most_growth_kib ? 0 : 1;
}
