// Source that includes, nests or prints without end is an error, in the process that compiles it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "build_support.h"

namespace cleave::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* good_kernel = "\nkernel void k(global int* p) { *p = 1; }\n";

/// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "cleave-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string include(const std::string& path) {
  return "#include \"" + path + "\"" + good_kernel;
}

TEST(HostileSource, IncludesRegularFilesOnly) {
  const Folder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {std::string("/dev/zero"), std::string("/dev/random"), pipe}) {
    expect_failure(build(include(path)), "'" + path + "': not a regular file");
    expect_failure(build("#if __has_include(\"" + path + "\")\n#endif" + good_kernel), path);
    expect_failure(build("constant char a[] = {\n#embed \"" + path + "\"\n};" + good_kernel), path);
  }
}

TEST(HostileSource, IncludesNothingThatFillsTheMemory) {
  const Folder folder;
  const std::string large = folder.path() / "large";
  std::ofstream(large) << "";
  fs::resize_file(large, uint64_t{300} << 20);  // takes no room on the disk
  expect_failure(build(include(large)), "larger than 256 MiB");
}

TEST(HostileSource, AsksForEmbeddedFilesWithoutAFileOfItsOwn) {
  const Folder folder;
  const std::string file = folder.path() / "file";
  std::ofstream(file) << "ab";
  const auto asked = [&](const std::string& path) {
    return build("#if !__has_embed(\"" + path + "\")\n#error absent\n#endif" + good_kernel);
  };
  EXPECT_EQ(asked(file).status, CL_SUCCESS) << asked(file).log;
  expect_failure(asked("no_such_file"), "absent");
}

TEST(HostileSource, FillsNoLog) {
  const auto wrong = [](const std::string& lines) {
    return build(lines + "kernel void k(global int* p) { *p = undeclared; }");
  };
  constexpr size_t most_bytes = (1 << 20) + 200;
  // Clang indents the line after this one by 4 GiB of blanks.
  const interface::BuildResult result = wrong("#line 4294967295\n");
  expect_failure(result, "undeclared");
  EXPECT_LE(result.log.size(), most_bytes);
  std::string many = "kernel void m(global int* p) {\n";
  for (int i = 0; i < 20000; ++i) many += "*p = undeclared;\n";
  const interface::BuildResult long_log = wrong(many + "}\n");
  expect_failure(long_log, "the rest of the messages is left out");
  EXPECT_LE(long_log.log.size(), most_bytes);
}

TEST(HostileSource, NestsAsDeepAsClangAllows) {
  const auto nested = [](int depth) {
    return build("kernel void k(global int* p) { *p = " + std::string(depth, '(') + "1" +
                 std::string(depth, ')') + "; }");
  };
  EXPECT_EQ(nested(2000).status, CL_SUCCESS);
  expect_failure(nested(3000), "bracket nesting level exceeded maximum of 2048");
  std::string conditions = "kernel void k(global int* p) {";
  for (int i = 0; i < 6300; ++i) conditions += " if (p[1])";
  EXPECT_EQ(build(conditions + " *p = 1; }").status, CL_SUCCESS);
}

TEST(HostileSource, IsBuiltWhereTheWorkingFolderIsGone) {
  const fs::path before = fs::current_path();
  {
    const Folder folder;
    fs::current_path(folder.path());
  }
  const interface::BuildResult plain = build(good_kernel);
  const interface::BuildResult debugged = build(good_kernel, "-g -I .");
  const interface::BuildResult including = build("#include \"no_such_file\"");
  fs::current_path(before);
  EXPECT_EQ(plain.status, CL_SUCCESS) << plain.log;
  EXPECT_EQ(debugged.status, CL_SUCCESS) << debugged.log;
  expect_failure(including, "no_such_file");
}

}  // namespace
}  // namespace cleave::compiler
