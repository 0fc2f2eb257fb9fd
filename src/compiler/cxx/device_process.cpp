#include "compiler/cxx/device_process.h"

#include <fcntl.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace cleave::compiler::cxx {
bool write_all(int file, const std::string& bytes) {
  size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<size_t>(count);
  }
  return true;
}

std::string read_all(int file) {
  const off_t size = lseek(file, 0, SEEK_END);
  std::string bytes(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t count =
        pread(file, bytes.data() + taken, bytes.size() - taken, static_cast<off_t>(taken));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    taken += static_cast<size_t>(count);
  }
  bytes.resize(taken);
  return bytes;
}

DeviceProcess::~DeviceProcess() {
  if (is_started() && !is_done_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (result_file_ >= 0) close(result_file_);
  if (message_file_ >= 0) close(message_file_);
}

void DeviceProcess::start(const Work& work) {
  if (process_ != 0) return;
  result_file_ = memfd_create("device result", MFD_CLOEXEC);
  message_file_ = memfd_create("device messages", MFD_CLOEXEC);
  // Both would write what is buffered.
  llvm::outs().flush();
  llvm::errs().flush();
  const bool has_files = result_file_ >= 0 && message_file_ >= 0;
  process_ = has_files ? fork() : -1;
  if (process_ == 0) run(work);
  if (process_ < 0) {
    problem_ = std::string("error: no process for the devices' code: ") + std::strerror(errno);
    process_ = 1;  // started, and done already
    is_done_ = true;
  }
}

void DeviceProcess::run(const Work& work) const {
  dup2(message_file_, STDERR_FILENO);
  const std::optional<DeviceResult> result = work();
  llvm::errs().flush();
  const bool is_good = result && write_all(result_file_, pack(*result));
  _exit(is_good ? 0 : 1);  // nothing of the host's pass is to be cleaned up here
}

const DeviceResult* DeviceProcess::wait() {
  if (!is_done_) {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    is_done_ = true;
    read_result(status);
  }
  return result_ ? &*result_ : nullptr;
}

void DeviceProcess::read_result(int status) {
  if (WIFSIGNALED(status)) {
    problem_ = std::string("error: the pass for devices was ended by a signal: ") +
               strsignal(WTERMSIG(status));
    return;
  }
  if (status != 0) return;
  result_.emplace();
  if (unpack(read_all(result_file_), *result_)) return;
  result_.reset();
  problem_ = "error: the result of the pass for devices is cut";
}

std::string DeviceProcess::messages() const {
  std::string text = message_file_ >= 0 ? read_all(message_file_) : std::string();
  if (!problem_.empty()) text += "cleave-c++: " + problem_ + '\n';
  return text;
}

}  // namespace cleave::compiler::cxx
