#include <map>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

auto platform_query(cl_platform_info name) {
  return [name](size_t size, void* value, size_t* returned) {
    return clGetPlatformInfo(find_platform(), name, size, value, returned);
  };
}

TEST(Clause_4_1_Platforms, TheLoaderFindsCleave) {
  EXPECT_NE(nullptr, find_platform());
}

TEST(Clause_4_1_Platforms, NamesAndVersionsHaveTheFormatsOfTheTable) {
  EXPECT_EQ("FULL_PROFILE", text_of(platform_query(CL_PLATFORM_PROFILE)));
  EXPECT_EQ(0U, text_of(platform_query(CL_PLATFORM_VERSION)).find("OpenCL 3.1 Cleave "));
  EXPECT_EQ("Cleave", text_of(platform_query(CL_PLATFORM_NAME)));
  EXPECT_EQ("Cleave", text_of(platform_query(CL_PLATFORM_VENDOR)));
  EXPECT_EQ("CLEAVE", text_of(platform_query(CL_PLATFORM_ICD_SUFFIX_KHR)));
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0),
            value_of<cl_version>(platform_query(CL_PLATFORM_NUMERIC_VERSION)));
}

TEST(Clause_4_1_Platforms, ExtensionsWithVersionsAreThoseOfTheString) {
  std::string joined;
  for (const cl_name_version& extension :
       list_of<cl_name_version>(platform_query(CL_PLATFORM_EXTENSIONS_WITH_VERSION))) {
    joined += (joined.empty() ? "" : " ") + std::string(extension.name);
  }
  EXPECT_EQ(joined, text_of(platform_query(CL_PLATFORM_EXTENSIONS)));
  EXPECT_NE(std::string::npos, joined.find("cl_khr_icd"));
}

TEST(Clause_4_1_Platforms, ExtensionsHaveTheVersionsThatAreImplemented) {
  const std::map<std::string, cl_version> others = {
      {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2)},
      {"cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0)},
      {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2)},
      {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)},  // experimental
      {"cl_khr_icd", CL_MAKE_VERSION(2, 0, 1)},
      {"cl_khr_semaphore", CL_MAKE_VERSION(1, 0, 1)},
      {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0)},  // with its queries
      {"cl_intel_subgroups_short", CL_MAKE_VERSION(1, 1, 0)},    // blocks of 16 shorts
      {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 2, 0)},
  };
  size_t found = 0;
  for (const cl_name_version& extension :
       list_of<cl_name_version>(platform_query(CL_PLATFORM_EXTENSIONS_WITH_VERSION))) {
    const auto known = others.find(extension.name);
    const bool is_other = known != others.end();
    found += is_other ? 1 : 0;
    EXPECT_EQ(is_other ? known->second : CL_MAKE_VERSION(1, 0, 0), extension.version)
        << extension.name;
  }
  EXPECT_EQ(others.size(), found);
}

TEST(Clause_4_1_Platforms, UnknownQueryIsInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetPlatformInfo(find_platform(), CL_DEVICE_NAME, 0, nullptr, nullptr));
}

TEST(Clause_4_1_Platforms, PlaceTooSmallIsInvalidValueAndStaysAsItWas) {
  char name[] = "unchanged";
  size_t size = 77;
  EXPECT_EQ(CL_INVALID_VALUE, clGetPlatformInfo(find_platform(), CL_PLATFORM_NAME, 3, name, &size));
  EXPECT_STREQ("unchanged", name);
  EXPECT_EQ(77U, size);
}

TEST(Clause_4_1_Platforms, ExtensionFunctionsAreThoseOfReportedExtensions) {
  EXPECT_NE(nullptr,
            clGetExtensionFunctionAddressForPlatform(find_platform(), "clIcdGetPlatformIDsKHR"));
  EXPECT_EQ(nullptr,
            clGetExtensionFunctionAddressForPlatform(find_platform(), "clNoSuchFunctionKHR"));
}

TEST(Clause_4_1_Platforms, UnloadingTheCompilerIsAHint) {
  EXPECT_EQ(CL_SUCCESS, clUnloadPlatformCompiler(find_platform()));
}

}  // namespace
}  // namespace cleave::test
