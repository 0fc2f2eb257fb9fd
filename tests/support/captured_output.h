// Gives tests what the process writes to its standard output.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

namespace cleave::test {

/// Standard output goes to a file for as long as this lives.
class CapturedOutput {
 public:
  CapturedOutput() {
    std::fflush(stdout);
    dup2(fileno(file_), STDOUT_FILENO);
  }
  ~CapturedOutput() {
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
    std::fclose(file_);
  }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;
  /// Returns what has reached the file: nothing is flushed here.
  [[nodiscard]] std::string text() const {
    std::string all;
    char part[4096];
    off_t at = 0;
    for (ssize_t got; (got = pread(fileno(file_), part, sizeof part, at)) > 0; at += got) {
      all.append(part, static_cast<size_t>(got));
    }
    return all;
  }

 private:
  std::FILE* file_ = std::tmpfile();
  int saved_ = dup(STDOUT_FILENO);
};

}  // namespace cleave::test
