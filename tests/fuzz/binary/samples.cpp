#include "samples.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "session.h"

namespace cleave::test::fuzz::binary {
namespace {

namespace fs = std::filesystem;

constexpr const char* kinds[] = {"program", "object", "library", "results", "loaded"};

fs::path file_of(const fs::path& folder, size_t sample, const char* kind) {
  return folder / (std::to_string(sample) + '.' + kind);
}

/// The files of the cache that `known` does not hold, which then does.
std::vector<fs::path> new_entries(const fs::path& cache, std::vector<fs::path>& known) {
  std::vector<fs::path> added;
  for (const auto& entry : fs::recursive_directory_iterator(cache)) {
    if (!entry.is_regular_file()) continue;
    if (std::find(known.begin(), known.end(), entry.path()) == known.end()) {
      added.push_back(entry.path());
    }
  }
  known.insert(known.end(), added.begin(), added.end());
  return added;
}

/// In a process of its own: writes files, of which the samples are read.
int make(const fs::path& folder) {
  const fs::path cache = folder / "cache";
  fs::create_directories(cache);
  fs::permissions(cache, fs::perms::owner_all);
  setenv("CLEAVE_CACHE", "1", 1);
  setenv("CLEAVE_CACHE_DIRECTORY", cache.c_str(), 1);
  Session session;
  std::vector<fs::path> known;
  for (size_t i = 0; i < sources().size(); ++i) {
    const Made made = session.make(sources()[i]);
    if (!made.problem.empty()) {
      std::fprintf(stderr, "sample %s: %s\n", sources()[i].name, made.problem.c_str());
      return 1;
    }
    write_file(file_of(folder, i, kinds[0]), made.program);
    write_file(file_of(folder, i, kinds[1]), made.object);
    write_file(file_of(folder, i, kinds[2]), made.library);
    write_file(file_of(folder, i, kinds[3]), made.results);
    write_file(file_of(folder, i, kinds[4]), made.loaded);
    std::ofstream list(file_of(folder, i, "entries"));
    for (const fs::path& entry : new_entries(cache, known)) {
      list << fs::relative(entry, cache).string() << '\n';
    }
  }
  return 0;
}

}  // namespace

Bytes read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

void write_file(const fs::path& file, const Bytes& bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

std::vector<Sample> make_samples(const fs::path& folder) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(make(folder));
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) return {};
  std::vector<Sample> samples;
  for (size_t i = 0; i < sources().size(); ++i) {
    Sample& sample = samples.emplace_back();
    sample.program = read_file(file_of(folder, i, kinds[0]));
    sample.object = read_file(file_of(folder, i, kinds[1]));
    sample.library = read_file(file_of(folder, i, kinds[2]));
    sample.results = read_file(file_of(folder, i, kinds[3]));
    sample.loaded = read_file(file_of(folder, i, kinds[4]));
    std::ifstream list(file_of(folder, i, "entries"));
    for (std::string name; std::getline(list, name);) {
      // The sources of programs with debug information lie there, too.
      constexpr size_t length_of_key = 64;
      const fs::path file = folder / "cache" / name;
      const bool is_entry = file.filename().string().size() == length_of_key;
      if (is_entry && fs::exists(file)) sample.entries[name] = read_file(file);
    }
  }
  return samples;
}

const std::vector<Source>& sources() {
  static const std::vector<Source> all = {
      {"plain",
       "kernel void add(global int* out, const global int* in, int n) {"
       "  size_t i = get_global_id(0); out[i] = in[i] + n + (int)i; }",
       ""},
      {"debug",
       "float twice(float x) { return x + x; }\n"
       "kernel void doubled(global float* out, float by) {\n"
       "  float kept[8];\n"
       "  for (int i = 0; i < 8; ++i) kept[i] = twice(i + by);\n"
       "  out[get_global_id(0)] = kept[get_global_id(0) % 8];\n"
       "}\n",
       "-g"},
      {"local",
       "kernel void reversed(global int* out, local int* scratch) {"
       "  local int own[64]; size_t i = get_local_id(0), n = get_local_size(0);"
       "  scratch[i] = (int)i; own[i] = 2 * (int)i; barrier(CLK_LOCAL_MEM_FENCE);"
       "  out[get_global_id(0)] = scratch[n - 1 - i] + own[n - 1 - i]; }",
       "-cl-std=CL3.0"},
      {"structure",
       "typedef struct { char a; long b; int3 c; float d[5]; } Pair;"
       "kernel void sum(Pair pair, global long* out, uchar3 small, double16 large) {"
       "  out[get_global_id(0)] = pair.a + pair.b + pair.c.z + small.y + (long)large.s7; }"
       "__attribute__((reqd_work_group_size(16, 1, 1))) kernel void sixteen(global int* out) {"
       "  out[get_global_id(0)] = (int)get_local_id(0); }",
       "-cl-std=CL2.0 -cl-kernel-arg-info"},
      {"variables",
       "global int counter = 7; global int table[5] = {1, 2, 3}; global int* global place = "
       "&counter;"
       "constant float fixed[4] = {1, 2, 3, 4};"
       "kernel void look(global int* out) {"
       "  out[get_global_id(0)] = *place + table[get_global_id(0) % 5]"
       "    + (int)fixed[get_global_id(0) % 4]; }"
       "kernel void other(global int* out) { out[get_global_id(0)] = counter; }",
       "-cl-std=CL3.0"},
      {"wide",
       "__attribute__((vec_type_hint(double4), work_group_size_hint(8, 2, 1)))"
       "kernel void wide(global double* out, double by) {"
       "  double x = by + get_global_id(0); for (int i = 0; i < 20; ++i) x = sqrt(x + i);"
       "  out[get_global_id(0)] = x; }",
       "-cl-fast-relaxed-math"},
      {"waiting",
       "__attribute__((reqd_work_group_size(64, 1, 1)))"
       "kernel void turns(global int* out, global volatile int* flag) {"
       "  if (get_global_id(0) == 63) { flag[1000] = 1; }"
       "  while (atomic_add(&flag[1000], 0) == 0) { }"
       "  out[get_global_id(0)] = 5; }",
       "-cl-std=CL3.0"},
      {"printing",
       "kernel void speak(global int* out, int n) {"
       "  if (n != 0) printf(\"%d %s\\n\", n, \"is not zero\");"
       "  out[get_global_id(0)] = sub_group_all(n == 0) + (int)get_sub_group_size(); }",
       "-cl-std=CL3.0"},
      {"cut",  // of so many instructions that each kernel has a module of its own
       "#define EIGHT(x) x x x x x x x x\n"
       "#define STEPS EIGHT(EIGHT(a = a * 5 + (b >> 3); b ^= a;))\n"
       "kernel void first(global int* out, int n) {"
       "  int a = get_global_id(0), b = n; STEPS STEPS STEPS out[get_global_id(0)] = a ^ b; }"
       "kernel void second(global int* out, int n, local int* scratch) {"
       "  int a = n, b = get_global_id(0); STEPS STEPS STEPS scratch[get_local_id(0)] = b;"
       "  barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = scratch[0] + a; }"
       "kernel void third(global int* out) {"
       "  int a = 1, b = get_global_id(0); STEPS STEPS STEPS out[get_global_id(0)] = a; }",
       ""},
  };
  return all;
}

}  // namespace cleave::test::fuzz::binary
