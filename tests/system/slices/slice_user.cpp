// Uses a compute slice, and says which units that is: a process of
// tests/system/slices/check_sharing.py.
//
//   slice_user INDEX    makes a queue for the slice of that index of the first device, prints
//                       "units: 0 1" and ends when its input does. Lines of its input:
//                         crash    ends at once
//                         release  releases the queue, and waits until nothing is left of it
//                         queue I  makes another one, and prints the same of it
//                         fork     a child makes a queue too, says which process it is and waits
//                         close    closes all files but the first three, as daemons do, and opens
//                                  others in their places, with locks of its own
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/support/opencl.h"
#include "tests/support/process.h"

namespace {

using namespace cleave::test;

/// On a worker: leaves the number of its unit, which its name ends with.
void CL_CALLBACK note_unit(void* arguments) {
  int* const place = *static_cast<int**>(arguments);
  char name[32] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  const std::string text = name;
  *place = text.rfind('/') == std::string::npos ? -1 : std::atoi(&text[text.rfind('/') + 1]);
}

/// The units that functions of the queue run on.
std::set<int> units_of(cl_command_queue queue) {
  constexpr size_t calls = 200;
  std::vector<int> units(calls, -2);
  for (int& unit : units) {
    int* place = &unit;
    check(clEnqueueNativeKernel(queue, note_unit, &place, sizeof place, 0, nullptr, nullptr, 0,
                                nullptr, nullptr),
          "clEnqueueNativeKernel");
  }
  check(clFinish(queue), "clFinish");
  return {units.begin(), units.end()};
}

cl_context context = nullptr;
cl_device_id device = nullptr;

void make_context() {
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
}

void CL_CALLBACK note_end(cl_context, void* is_gone) {
  auto* const flag = static_cast<std::atomic<bool>*>(is_gone);
  flag->store(true, std::memory_order_release);
  flag->notify_one();
}

/// A released queue lives on until the worker that ran its last command has let go of that. The
/// context, which the queue keeps, tells of it.
void release_and_wait(cl_command_queue queue) {
  std::atomic<bool> is_gone = false;
  check(clSetContextDestructorCallback(context, note_end, &is_gone),
        "clSetContextDestructorCallback");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  is_gone.wait(false, std::memory_order_acquire);
  make_context();
}

cl_command_queue make_queue(int index) {
  cl_int error = CL_SUCCESS;
  const cl_queue_properties properties[] = {CL_QUEUE_FAMILY_INTEL,
                                            1,
                                            CL_QUEUE_INDEX_INTEL,
                                            static_cast<cl_queue_properties>(index),
                                            CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                            0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, &error);
  check(error, "clCreateCommandQueueWithProperties");
  return queue;
}

void say_units(cl_command_queue queue) {
  std::cout << "units:";
  for (const int unit : units_of(queue)) std::cout << ' ' << unit;
  std::cout << std::endl;
}

void fork_a_user() {
  if (fork() != 0) return;
  static_cast<void>(make_queue(0));
  static_cast<void>(make_queue(1));
  std::cout << "child: " << getpid() << std::endl;
  pause();
}

/// Locks of one process are of all its descriptors of the file: it asks a child.
bool has_lock(int file) {
  const pid_t child = fork();
  if (child == 0) {
    struct flock whole = {};
    whole.l_type = F_WRLCK;
    _exit(fcntl(file, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK ? 1 : 0);
  }
  return wait_for_exit_code(child) == 1;
}

std::vector<int> own_files;

/// Files that nobody else has, each with a lock on all of it.
void close_and_reopen() {
  closefrom(3);
  for (int i = 0; i < 64; ++i) {
    char name[] = "/tmp/slice-user-XXXXXX";
    const int file = mkstemp(name);
    unlink(name);
    struct flock whole = {};
    whole.l_type = F_WRLCK;
    if (file < 0 || fcntl(file, F_SETLK, &whole) != 0) std::exit(1);
    own_files.push_back(file);
  }
  std::cout << "closed" << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  device = first_device();
  make_context();
  cl_command_queue queue = make_queue(std::atoi(arguments[1]));
  say_units(queue);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "crash") std::raise(SIGKILL);
    if (line == "release") {
      release_and_wait(queue);
      std::cout << "released" << std::endl;
    }
    if (line.starts_with("queue ")) say_units(make_queue(std::atoi(&line[6])));
    if (line == "fork") fork_a_user();
    if (line == "close") close_and_reopen();
  }
  return std::ranges::all_of(own_files, has_lock) ? 0 : 1;
}
