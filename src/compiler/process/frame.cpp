#include "compiler/process/frame.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "os/owned_descriptor.h"

namespace cleave::compiler::process {
namespace {

/// The header before the bytes of a message. Both ends are of one build.
struct FrameHeader {
  FrameKind kind;
  std::array<uint8_t, Frame::most_descriptors> has_descriptor;  // 1: this one comes along
  uint16_t unused;
  uint64_t bytes;
};
static_assert(sizeof(FrameHeader) == 16 && alignof(FrameHeader) == 8);

/// More than any program has: what says that it is longer is no message.
constexpr uint64_t most_bytes = uint64_t{1} << 34;

struct Control {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int) * Frame::most_descriptors)> bytes;
};

bool send_all(int socket, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

bool receive_all(int socket, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = recv(socket, bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

bool send_header(int socket, FrameHeader header, std::span<const int> descriptors) {
  std::array<int, Frame::most_descriptors> open = {};
  size_t count = 0;
  for (size_t i = 0; i < descriptors.size(); ++i) {
    if (fcntl(descriptors[i], F_GETFD) < 0) continue;
    header.has_descriptor[i] = 1;
    open[count++] = descriptors[i];
  }
  iovec part = {&header, sizeof header};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  Control control = {};
  if (count > 0) {
    message.msg_control = control.bytes.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    cmsghdr* const attached = CMSG_FIRSTHDR(&message);
    attached->cmsg_level = SOL_SOCKET;
    attached->cmsg_type = SCM_RIGHTS;
    attached->cmsg_len = CMSG_LEN(sizeof(int) * count);
    std::memcpy(CMSG_DATA(attached), open.data(), sizeof(int) * count);
  }
  ssize_t sent = 0;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof header);  // so short a message is never split
}

/// Gives the descriptors that came along to `frame`; closes what the header does not announce.
void keep_descriptors(msghdr& message, const FrameHeader& header, Frame& frame) {
  std::array<os::OwnedDescriptor, Frame::most_descriptors> arrived;
  size_t count = 0;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const size_t bytes = part->cmsg_len - CMSG_LEN(0);
    for (size_t at = 0; at + sizeof(int) <= bytes && count < arrived.size(); at += sizeof(int)) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + at, sizeof number);
      arrived[count++] = os::OwnedDescriptor(number);
    }
  }
  for (size_t i = 0, next = 0; i < header.has_descriptor.size(); ++i) {
    if (header.has_descriptor[i] == 1 && next < count) {
      frame.descriptors[i] = std::move(arrived[next++]);
    }
  }
}

}  // namespace

std::optional<std::array<os::OwnedDescriptor, 2>> make_connection() {
  std::array<int, 2> made = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, made.data()) != 0) return std::nullopt;
  std::array<os::OwnedDescriptor, 2> ends = {os::OwnedDescriptor(made[0]),
                                             os::OwnedDescriptor(made[1])};
  for (os::OwnedDescriptor& end : ends) {
    if (end.number() > STDERR_FILENO) continue;
    end = os::OwnedDescriptor(fcntl(end.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!end) return std::nullopt;
  }
  return ends;
}

bool send_frame(int socket, FrameKind kind, std::span<const std::byte> first,
                std::span<const std::byte> second, std::span<const int> descriptors) {
  const FrameHeader header = {
      .kind = kind, .has_descriptor = {}, .unused = 0, .bytes = first.size() + second.size()};
  return send_header(socket, header, descriptors) && send_all(socket, first) &&
         send_all(socket, second);
}

std::optional<Frame> receive_frame(int socket) {
  FrameHeader header = {};
  iovec part = {&header, sizeof header};
  msghdr message = {};
  Control control = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t count = 0;
  do {
    count = recvmsg(socket, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  Frame frame;
  if (count > 0) keep_descriptors(message, header, frame);
  if (count != static_cast<ssize_t>(sizeof header) || header.bytes > most_bytes) {
    return std::nullopt;
  }
  frame.kind = header.kind;
  frame.bytes.resize(header.bytes);
  if (!receive_all(socket, frame.bytes)) return std::nullopt;
  return frame;
}

}  // namespace cleave::compiler::process
