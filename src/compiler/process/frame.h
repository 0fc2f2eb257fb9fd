// Sends and receives messages between an application and its compiler processes, over stream
// sockets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/interface/archive.h"
#include "compiler/process/kept_descriptor.h"
#include "os/owned_descriptor.h"

namespace cleave::compiler::process {

enum class FrameKind : uint32_t {
  fork,     // to the fork server, Circumstances and a socket: fork a process that serves it
  request,  // to a compiler process: Circumstances, the request, a stream for errors, working folder
  answer,   // from a compiler process, after each request
  ended,    // from the fork server or a process that gives up: an Ended; nothing follows
  refused,  // an Ended too: there is no process to answer
};

/// Why a compiler process is no more, or could not be made.
struct Ended {
  int32_t status = 0;  // as wait() gives it; 0: it left because it had nothing to do
  std::string reason;  // in words, where the status does not say all
};

/// Under which circumstances a request is answered: those of the thread that asks.
struct Circumstances {
  std::vector<std::byte> processors;  // the affinity mask, as sched_getaffinity gives it
  int32_t niceness = 0;
};

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, Ended>
void visit(Visitor& field, T& ended) {
  auto& [status, reason] = ended;
  interface::visit_all(field, status, reason);
}

template <class Visitor, class T>
  requires std::same_as<std::remove_const_t<T>, Circumstances>
void visit(Visitor& field, T& circumstances) {
  auto& [processors, niceness] = circumstances;
  interface::visit_all(field, processors, niceness);
}

/// A message: bytes, and descriptors that are duplicated for the receiver.
struct Frame {
  static constexpr size_t most_descriptors = 2;

  FrameKind kind = FrameKind::ended;
  std::vector<std::byte> bytes;
  std::array<os::OwnedDescriptor, most_descriptors> descriptors;
};

/// A connected pair of sockets that no other program inherits and whose numbers are none of the
/// standard streams'; nothing, and errno, if there is none to be had.
[[nodiscard]] std::optional<std::array<os::OwnedDescriptor, 2>> make_connection();

/// Sends the bytes in one message. `descriptors`: at most Frame::most_descriptors; those that are
/// not open are left out, and arrive as none. False when the other end is gone. Blocks until
/// everything is on its way; no signal is raised.
[[nodiscard]] bool send_frame(int socket, FrameKind kind, std::span<const std::byte> first,
                              std::span<const std::byte> second = {},
                              std::span<const int> descriptors = {});

/// Waits for a message. Nothing when the other end is gone before a whole one has arrived.
[[nodiscard]] std::optional<Frame> receive_frame(int socket);

}  // namespace cleave::compiler::process
