// docs/EXTENSIONS.md: each extension that the driver reports is in its table with its version, no
// other one is, and no name of the headers is missing.
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

/// The names of a table's rows, each with the text of the second column.
using Rows = std::map<std::string, std::string>;

/// Reads the table below a heading. Fails where a name is there twice, or a cell is empty.
Rows rows_below(const std::string& heading) {
  Rows rows;
  std::ifstream page(CLEAVE_EXTENSIONS_PAGE);
  const std::regex row(R"(^\| (`cl_.*`) \| ([^|]+) \| ([^|]+) \|$)");
  const std::regex name("`(cl_[A-Za-z0-9_]+)`");
  std::string section;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with('#')) section = line;
    if (section != heading || !line.starts_with("| `")) continue;
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) {
      ADD_FAILURE() << "three cells are wanted: " << line;
      continue;
    }
    const std::string names = cells[1];
    for (auto each = std::sregex_iterator(names.begin(), names.end(), name);
         each != std::sregex_iterator(); ++each) {
      EXPECT_TRUE(rows.emplace((*each)[1], cells[2]).second) << (*each)[1] << " is there twice";
    }
  }
  EXPECT_FALSE(rows.empty()) << heading;
  return rows;
}

Rows reported_by_driver() {
  Rows rows;
  for (const cl_name_version& one :
       list_of<cl_name_version>([](size_t size, void* value, size_t* returned) {
         return clGetDeviceInfo(first_device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, size, value,
                                returned);
       })) {
    rows[one.name] = std::to_string(CL_VERSION_MAJOR(one.version)) + '.' +
                     std::to_string(CL_VERSION_MINOR(one.version)) + '.' +
                     std::to_string(CL_VERSION_PATCH(one.version));
  }
  return rows;
}

TEST(Extensions, ThePageListsExactlyWhatIsReported) {
  EXPECT_EQ(reported_by_driver(), rows_below("## Reported"));
}

TEST(Extensions, NothingIsBothReportedAndNot) {
  const Rows reported = rows_below("## Reported");
  for (const auto& [name, version] : rows_below("## Not reported")) {
    EXPECT_EQ(0U, reported.count(name)) << name;
  }
}

// A header has a macro for each extension with an interface.
TEST(Extensions, NoNameOfTheHeadersIsLeftOut) {
  Rows known = rows_below("## Reported");
  known.merge(rows_below("## Not reported"));
  const std::regex macro(R"(#define (cl_(khr|ext|intel|pocl|loader)_[A-Za-z0-9_]+) 1\b)");
  size_t found = 0;
  for (const char* header :
       {"cl_ext.h", "cl_gl.h", "cl_egl.h", "cl_d3d10.h", "cl_d3d11.h", "cl_dx9_media_sharing.h",
        "cl_va_api_media_sharing_intel.h", "cl_layer.h", "cl_icd.h"}) {
    std::ifstream file(std::string(CLEAVE_OPENCL_HEADERS "/CL/") + header);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    for (auto each = std::sregex_iterator(text.begin(), text.end(), macro);
         each != std::sregex_iterator(); ++each, ++found) {
      EXPECT_EQ(1U, known.count((*each)[1])) << header << ": " << (*each)[1];
    }
  }
  EXPECT_GT(found, 40U);
}

// The page marks what OpenCL 3.1 demands; the option's table has the same names.
TEST(Extensions, ThoseOfOpenCl3_1AreMarked) {
  std::set<std::string> demanded;
#define CLEAVE_DEMANDED_BY_3_1(name) \
  if (std::string(name).starts_with("cl_")) demanded.insert(name);
#include "options/without.def"
  std::set<std::string> marked;
  std::ifstream page(CLEAVE_EXTENSIONS_PAGE);
  const std::regex name("`(cl_[A-Za-z0-9_]+)`");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `") || line.find("**3.1**") == std::string::npos) continue;
    for (auto each = std::sregex_iterator(line.begin(), line.end(), name);
         each != std::sregex_iterator(); ++each) {
      marked.insert((*each)[1]);
    }
  }
  EXPECT_EQ(demanded, marked);
}

}  // namespace
}  // namespace cleave::test
