#include "printed_text.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace cleave::test::fuzz::kernels {

PrintedText::PrintedText()
    : output_(dup(STDOUT_FILENO)), aside_(memfd_create("printed", MFD_CLOEXEC)) {
  std::fflush(stdout);
  if (output_ >= 0 && aside_ >= 0 && dup2(aside_, STDOUT_FILENO) >= 0) return;
  std::perror("standard output");
  std::exit(2);
}

PrintedText::~PrintedText() {
  std::fflush(stdout);
  dup2(output_, STDOUT_FILENO);
  close(output_);
  close(aside_);
}

std::vector<std::string> PrintedText::take_lines() {
  std::fflush(stdout);
  const off_t size = lseek(aside_, 0, SEEK_END);
  std::string text(static_cast<size_t>(std::max<off_t>(size, 0)), '\0');
  const ssize_t count = pread(aside_, text.data(), text.size(), 0);
  text.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  if (ftruncate(aside_, 0) != 0) std::perror("ftruncate");
  lseek(aside_, 0, SEEK_SET);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

void PrintedText::report(const std::string& line) {
  const std::string text = line + "\n";
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = write(output_, text.data() + done, text.size() - done);
    if (count <= 0) std::exit(2);
    done += static_cast<size_t>(count);
  }
}

}  // namespace cleave::test::fuzz::kernels
