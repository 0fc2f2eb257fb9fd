// Runs the pass for devices in a process of its own, beside the pass for the host.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "compiler/cxx/device_result.h"

namespace cleave::compiler::cxx {

/// Writes all bytes to a file; false if it cannot, and errno says why.
[[nodiscard]] bool write_all(int file, const std::string& bytes);

/// Returns all bytes of a file, as far as it can be read.
[[nodiscard]] std::string read_all(int file);

/// One process, whose results and messages come through files in memory. Its destructor ends it.
class DeviceProcess {
 public:
  /// Returns its result; nothing if there were errors, which it has then written to its standard
  /// error.
  using Work = std::function<std::optional<DeviceResult>()>;

  DeviceProcess() = default;
  ~DeviceProcess();
  DeviceProcess(const DeviceProcess&) = delete;
  DeviceProcess& operator=(const DeviceProcess&) = delete;

  /// Does the work in a copy of this process. No effect where it has begun.
  void start(const Work& work);
  [[nodiscard]] bool is_started() const { return process_ > 0; }

  /// Waits for the process, and returns its result; null if there were errors, which `messages`
  /// has then. Only for a process that is started.
  const DeviceResult* wait();
  /// Returns what it has written to standard error. After `wait`.
  [[nodiscard]] std::string messages() const;

 private:
  [[noreturn]] void run(const Work& work) const;
  void read_result(int status);

  pid_t process_ = 0;
  int result_file_ = -1;
  int message_file_ = -1;
  bool is_done_ = false;
  std::string problem_;  // why there is no result although the process says nothing
  std::optional<DeviceResult> result_;
};

}  // namespace cleave::compiler::cxx
