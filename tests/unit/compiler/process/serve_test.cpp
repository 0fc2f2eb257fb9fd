// A compiler process answers under the circumstances of the one who asks, and says how it ended.
#include "compiler/process/serve.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/interface/archive.h"
#include "compiler/process/frame.h"
#include "os/owned_descriptor.h"
#include "tests/support/stub_compiler.h"

namespace cleave::compiler::process {
namespace {

using Answer =
    std::function<std::string(std::span<const std::byte> request, interface::GiveUp give_up)>;

/// A compiler of which nothing but its answer to requests is asked.
class Answering final : public StubCompiler {
 public:
  explicit Answering(Answer answer) : answer_(std::move(answer)) {}

  std::vector<std::byte> answer(std::span<const std::byte> request,
                                interface::GiveUp give_up) override {
    return interface::encode(answer_(request, give_up));
  }

 private:
  Answer answer_;
};

/// A process that serves with that answer, and this side of the connection to it.
class Server {
 public:
  explicit Server(Answer answer) {
    auto ends = make_connection();
    ours_ = std::move((*ends)[0]);
    process_ = fork();
    if (process_ == 0) {
      Answering compiler(std::move(answer));
      serve((*ends)[1].release(), {}, compiler);
    }
  }
  ~Server() {
    ours_ = {};
    if (process_ > 0) waitpid(process_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::optional<Frame> ask(const Circumstances& circumstances = {},
                           std::span<const int> descriptors = {}) {
    const std::vector<std::byte> request = {std::byte{7}};
    EXPECT_TRUE(send_frame(ours_.number(), FrameKind::request, interface::encode(circumstances),
                           request, descriptors));
    return receive_frame(ours_.number());
  }

  std::string answer(const Circumstances& circumstances = {},
                     std::span<const int> descriptors = {}) {
    const auto frame = ask(circumstances, descriptors);
    if (!frame || frame->kind != FrameKind::answer) return "no answer";
    return interface::decode<std::string>(frame->bytes).value_or("no text");
  }

  /// Returns what the process says instead of an answer.
  std::string last_words() {
    const auto frame = ask();
    if (!frame || frame->kind != FrameKind::ended) return "nothing";
    return interface::decode<Ended>(frame->bytes).value_or(Ended{0, "no text"}).reason;
  }

  int wait() {
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    return status;
  }

 private:
  os::OwnedDescriptor ours_;
  pid_t process_ = 0;
};

int overflow(volatile int* from) {
  if (*from == 0) return 0;  // never
  volatile int here[256] = {*from};
  return overflow(here) + here[1];
}

TEST(Serve, AnswersOneRequestAfterAnother) {
  Server server([count = 0](std::span<const std::byte> request, interface::GiveUp) mutable {
    return std::to_string(request.size()) + " " + std::to_string(++count);
  });
  EXPECT_EQ(server.answer(), "1 1");
  EXPECT_EQ(server.answer(), "1 2");
}

TEST(Serve, RunsAsTheOneWhoAsks) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  Server server([](std::span<const std::byte>, interface::GiveUp) {
    EXPECT_EQ(write(STDERR_FILENO, "said", 4), 4);
    cpu_set_t mask;
    sched_getaffinity(0, sizeof mask, &mask);
    return std::filesystem::current_path().string() + " " + std::to_string(CPU_COUNT(&mask)) + " " +
           std::to_string(getpriority(PRIO_PROCESS, 0));
  });
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i) {
    if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
  }
  Circumstances circumstances;
  const auto* mask = reinterpret_cast<const std::byte*>(&one);
  circumstances.processors.assign(mask, mask + sizeof one);
  circumstances.niceness = 19;
  std::array<int, 2> stream = {};
  ASSERT_EQ(pipe2(stream.data(), O_CLOEXEC), 0);
  const os::OwnedDescriptor there(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::array<int, 2> descriptors = {stream[1], there.number()};
  EXPECT_EQ(server.answer(circumstances, descriptors),
            std::filesystem::canonical(folder).string() + " 1 19");
  close(stream[1]);
  std::array<char, 16> said = {};
  EXPECT_EQ(read(stream[0], said.data(), said.size()), 4) << "and the stream is not held";
  EXPECT_EQ(read(stream[0], said.data(), said.size()), 0);
  close(stream[0]);
}

TEST(Serve, SaysThatItsStackIsFull) {
  volatile int begin = 1;
  Server server([&](std::span<const std::byte>, interface::GiveUp) {
    return std::to_string(overflow(&begin));
  });
  const std::string words = server.last_words();
  EXPECT_NE(words.find("nested too deeply"), std::string::npos) << words;
}

TEST(Serve, SaysThatItsMemoryIsUsedUp) {
  Server server([](std::span<const std::byte>, interface::GiveUp) {
    std::vector<std::unique_ptr<std::array<char, 64 << 20>>> blocks;
    while (true) blocks.push_back(std::make_unique_for_overwrite<std::array<char, 64 << 20>>());
    return std::string();
  });
  const std::string words = server.last_words();
  EXPECT_NE(words.find("CLEAVE_COMPILER_MEMORY"), std::string::npos) << words;
}

TEST(Serve, SaysWhyItGivesUp) {
  Server server([](std::span<const std::byte>, interface::GiveUp give_up) {
    give_up("cannot select");
    return std::string();
  });
  EXPECT_EQ(server.last_words(), "the compiler gave up: cannot select");
}

TEST(Serve, CrashesAsAnyProcess) {
  Server server([](std::span<const std::byte>, interface::GiveUp) {
    *static_cast<volatile int*>(nullptr) = 1;
    return std::string();
  });
  EXPECT_FALSE(server.ask());
  const int status = server.wait();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

TEST(Serve, EndsWhenTheApplicationHasNoMoreRequests) {
  auto server = std::make_unique<Server>(
      [](std::span<const std::byte>, interface::GiveUp) { return std::string("here"); });
  EXPECT_EQ(server->answer(), "here");
  server.reset();  // waits for its end
}

}  // namespace
}  // namespace cleave::compiler::process
