// Keeps aside what kernels print.
#pragma once

#include <string>
#include <vector>

namespace cleave::test::fuzz::kernels {

/// While one lives, what this process writes to its standard output is kept aside.
class PrintedText {
 public:
  PrintedText();
  ~PrintedText();
  PrintedText(const PrintedText&) = delete;
  PrintedText& operator=(const PrintedText&) = delete;

  /// Returns what was printed since the last call, sorted: work-items print in any order.
  [[nodiscard]] std::vector<std::string> take_lines();
  /// A line for the standard output as it was before.
  void report(const std::string& line);

 private:
  int output_, aside_;
};

}  // namespace cleave::test::fuzz::kernels
