// process_test CASE: what becomes of objects when a process forks or ends, which threads it has, and whether it works with
// a preloaded allocator (preloaded:LIBRARY). Exits with 0 when all is right, with 77 where there is no such library.
#include <sycl/sycl.hpp>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <thread>
#include <vector>

namespace {

void require(bool is_so, const char* what) {
  if (is_so) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::_Exit(1);
}

/// Adds a number in a kernel, and returns what came out.
int add(sycl::queue& queue, int left, int right) {
  int* const sum = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *sum = left + right; }).wait();
  const int found = *sum;
  sycl::free(sum, queue);
  return found;
}

template <class Function>
void require_refusal(const Function& function, const char* what) {
  try {
    function();
  } catch (const sycl::exception& error) {
    require(error.code() == sycl::errc::runtime, what);
    require(std::strstr(error.what(), "forked") != nullptr, error.what());
    return;
  }
  require(false, what);
}

/// Runs a function in a child, which then ends as processes do.
template <class Function>
void run_in_child(const Function& function) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(100);
    function();
    std::exit(0);
  }
  int status = -1;
  require(child > 0 && waitpid(child, &status, 0) == child, "a child runs");
  require(status == 0, "the child ends well");
}

/// A child is refused all that its parent has used, and ends all the same.
void fork_behind_queue() {
  static sycl::queue queue;
  static std::vector<int> numbers(16, 1);
  static sycl::buffer<int> buffer(numbers);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor values(buffer, group);
    group.parallel_for(16, [=](sycl::id<1> i) { values[i] += 1; });
  });
  static sycl::event event = queue.submit([](sycl::handler& group) { group.host_task([] {}); });
  run_in_child([] {
    require_refusal([] { sycl::queue other; }, "a new queue is refused");
    require_refusal([] { queue.single_task([] {}); }, "a kernel is refused");
    require_refusal([] { event.wait(); }, "a wait is refused");
    require_refusal([] { (void)sycl::malloc_shared<int>(1, queue); }, "memory is refused");
    require_refusal([] { sycl::host_accessor values(buffer); }, "a buffer's contents are refused");
    require_refusal([] { sycl::buffer<int> own{sycl::range<1>(4)}; }, "a new buffer is refused");
    const sycl::queue copy = queue;
  });
  require(add(queue, 3, 4) == 7, "the parent goes on");
}

/// A parent that made no queue has children that start afresh.
void fork_before_queue() {
  const sycl::device device;
  const sycl::context context(device);
  require(!device.get_info<sycl::info::device::name>().empty(), "it has a name");
  for (int i = 0; i < 2; ++i) {
    run_in_child([&] {
      sycl::queue queue(context, device);
      require(add(queue, 3, 4) == 7, "a child runs kernels");
    });
  }
  sycl::queue queue;
  require(add(queue, 3, 4) == 7, "and so does the parent");
}

int& ended() {
  static auto* const count = new int(0);
  return *count;
}

struct StaticQueue {
  sycl::queue queue;
  ~StaticQueue() {
    require(add(queue, 1, 2) == 3, "a static queue runs kernels");
    queue.submit([](sycl::handler& group) { group.host_task([] {}); }).wait();
    ++ended();
  }
};
struct StaticBuffer {
  std::vector<int>* numbers = new std::vector<int>(8, 1);
  std::optional<sycl::buffer<int>> buffer{std::in_place, numbers->data(), sycl::range<1>(8)};
  ~StaticBuffer() {
    sycl::queue queue;
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(*buffer, group);
      group.parallel_for(8, [=](sycl::id<1> i) { values[i] += static_cast<int>(i); });
    });
    buffer.reset();
    require((*numbers)[0] == 1 && (*numbers)[7] == 8, "a static buffer brings its contents back");
    ++ended();
  }
};
struct StaticEvent {
  sycl::event event = sycl::queue().submit([](sycl::handler& group) { group.host_task([] {}); });
  ~StaticEvent() {
    event.wait();
    require(event.get_info<sycl::info::event::command_execution_status>() ==
                sycl::info::event_command_status::complete,
            "a static event is complete");
    ++ended();
  }
};

void make_static(char which) {
  if (which == 'q') static StaticQueue queue;
  if (which == 'b') static StaticBuffer buffer;
  if (which == 'e') static StaticEvent event;
}

/// Makes static objects in an order, as "qbe"; they are destroyed in the other one.
void leave(const char* order) {
  std::atexit([] {
    require(ended() == 3, "all static objects have gone");
    sycl::queue queue;
    require(add(queue, 5, 6) == 11, "functions of atexit run kernels");
    std::puts("all right");
  });
  for (; *order != '\0'; ++order) make_static(*order);
}

size_t thread_count() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(threads), end(threads)));
}

/// Threads for host tasks start with the first one; the process ends while one runs.
void count_threads() {
  sycl::queue queue;
  require(add(queue, 1, 2) == 3, "it adds");
  const size_t before = thread_count();
  for (int i = 0; i < 100; ++i) {
    queue.submit([](sycl::handler& group) { group.host_task([] {}); }).wait();
  }
  const size_t behind = thread_count();
  require(behind > before, "a host task has a thread");
  require(behind <= before + 3, "tasks one after the other do with few threads");
  static std::atomic<bool> runs{false};
  queue.submit([](sycl::handler& group) {
    group.host_task([] {
      runs = true;
      for (;;) pause();
    });
  });
  while (!runs) std::this_thread::yield();
}

/// Memory that the user's code, the library and the driver give each other is freed by the allocator that it is from.
void run_with(const char* allocator) {
  // The dynamic linker only warns of one that it does not find.
  if (dlopen(allocator, RTLD_NOW | RTLD_NOLOAD) == nullptr) {
    std::printf("skipped: %s\n", dlerror());
    std::exit(77);
  }
  std::vector<int> numbers(4096, 1);
  {
    sycl::queue queue;
    sycl::buffer<int> buffer(numbers);
    for (int i = 0; i < 100; ++i) {
      queue.submit([&](sycl::handler& group) {
        sycl::accessor values(buffer, group);
        group.parallel_for(4096, [=](sycl::id<1> index) { values[index] += 1; });
      });
      queue.submit([&](sycl::handler& group) {
        sycl::accessor values(buffer, group, sycl::read_write_host_task);
        group.host_task(
            [values, text = std::vector<int>(100, i)] { values[0] += text[99] - text[0]; });
      });
    }
    require(!queue.get_device().get_info<sycl::info::device::name>().empty(), "it has a name");
    try {
      queue.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {});
      require(false, "sizes that do not fit are refused");
    } catch (const sycl::exception& error) {
      require(error.code() == sycl::errc::nd_range, error.what());
    }
    std::vector<int, sycl::usm_allocator<int, sycl::usm::alloc::shared>> shared(
        1000, 3, sycl::usm_allocator<int, sycl::usm::alloc::shared>(queue));
    require(shared[999] == 3, "shared memory is memory");
  }
  require(std::count(numbers.begin(), numbers.end(), 101) == 4096, "sums are right");
}

}  // namespace

int main(int count, char** arguments) {
  require(count == 2, "it is told a case");
  const char* const what = arguments[1];
  if (std::strcmp(what, "fork_behind_queue") == 0) {
    fork_behind_queue();
  } else if (std::strcmp(what, "fork_before_queue") == 0) {
    fork_before_queue();
  } else if (std::strcmp(what, "count_threads") == 0) {
    count_threads();
  } else if (std::strncmp(what, "preloaded:", 10) == 0) {
    run_with(what + 10);
  } else {
    require(std::strlen(what) == 3, "it knows the case");
    leave(what);
    return 0;
  }
  std::puts("all right");
}
