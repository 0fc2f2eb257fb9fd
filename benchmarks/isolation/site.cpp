#include "isolation/site.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

#include "harness/processors.h"

namespace cleave::benchmark::isolation {
namespace {

constexpr const char* source = R"(
kernel void request(global const uint *in, global uint *out) {
  out[get_global_id(0)] = in[get_global_id(0)] * 2 + 1;
}
kernel void heavy(global float *results, uint turns) {
  float x = (float)get_global_id(0);
  for (uint i = 0; i < turns; ++i) x = x * 0.5f + 1.0f;
  results[get_global_id(0)] = x;
}
)";
constexpr size_t group_size = 64;
constexpr size_t groups_per_unit = 64;
constexpr cl_uint least_turns = 200;  // after which every result is 2
constexpr size_t copied_words = size_t{16} << 20;
constexpr size_t copied_bytes_each = copied_words * sizeof(cl_uint);
constexpr size_t under_way = 3;  // commands that a device has to do in advance

std::string build_log(cl_program program, cl_device_id device) {
  std::string log(4096, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  return log.c_str();
}

void wait_and_release(cl_event event) {
  check(clWaitForEvents(1, &event), "clWaitForEvents");
  check(clReleaseEvent(event), "clReleaseEvent");
}

}  // namespace

std::vector<SubDevice> split(cl_device_id device,
                             const std::vector<cl_device_partition_property>& how) {
  cl_uint count = 0;
  std::vector<SubDevice> parts;
  if (clCreateSubDevices(device, how.data(), 0, nullptr, &count) != CL_SUCCESS) return parts;
  std::vector<cl_device_id> ids(count);
  if (clCreateSubDevices(device, how.data(), count, ids.data(), nullptr) != CL_SUCCESS) {
    return parts;
  }
  for (const cl_device_id id : ids) parts.emplace_back(id);
  return parts;
}

cl_uint compute_units(cl_device_id device) {
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  return units;
}

Site::Site(const std::vector<cl_device_id>& devices) {
  const auto count = static_cast<cl_uint>(devices.size());
  cl_int status = CL_SUCCESS;
  context_ = Context(clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &status));
  check(status, "clCreateContext");
  program_ = Program(clCreateProgramWithSource(context_.get(), 1, const_cast<const char**>(&source),
                                               nullptr, &status));
  check(status, "clCreateProgramWithSource");
  status = clBuildProgram(program_.get(), count, devices.data(), "", nullptr, nullptr);
  if (status != CL_SUCCESS) {
    throw std::runtime_error("clBuildProgram failed: " +
                             build_log(program_.get(), devices.front()));
  }
}

Queue Site::make_queue(cl_device_id device, cl_queue_properties properties,
                       cl_queue_properties priority) const {
  const cl_queue_properties end = 0;
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, properties,
      priority != 0 ? cl_queue_properties{CL_QUEUE_PRIORITY_KHR} : end, priority, end};
  cl_int status = CL_SUCCESS;
  Queue queue(clCreateCommandQueueWithProperties(context_.get(), device, list, &status));
  check(status, "clCreateCommandQueueWithProperties");
  return queue;
}

Kernel Site::make_kernel(const char* name) const {
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program_.get(), name, &status));
  check(status, "clCreateKernel");
  return kernel;
}

Buffer Site::make_buffer(size_t bytes, const void* data) const {
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                               const_cast<void*>(data), &status));
  check(status, "clCreateBuffer");
  return buffer;
}

HeavyLaunch::HeavyLaunch(const Site& site, cl_device_id device, double seconds,
                         cl_queue_properties properties, cl_queue_properties priority)
    : items_(compute_units(device) * groups_per_unit * group_size),
      queue_(site.make_queue(device, properties, priority)),
      kernel_(site.make_kernel("heavy")),
      results_(site.buffer_of(std::vector<float>(items_))) {
  cl_uint turns = least_turns;
  (void)timed(turns);
  // Twice: the code gets better after the first launches.
  for (const double trial : {seconds / 4, seconds}) {
    double took = timed(turns);
    while (took < trial / 4) took = timed(turns *= 2);
    turns = std::max(least_turns, static_cast<cl_uint>(turns * trial / took));
    for (int again = 0; again < 5; ++again) (void)timed(turns);
  }
}

double HeavyLaunch::timed(cl_uint turns) {
  kernel_.set_arguments(results_, turns);
  const Clock::time_point begin = Clock::now();
  wait_and_release(enqueue());
  return seconds_since(begin);
}

cl_event HeavyLaunch::enqueue() const {
  const size_t local = group_size;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue(), kernel_.get(), 1, nullptr, &items_, &local, 0, nullptr,
                               &event),
        "clEnqueueNDRangeKernel");
  return event;
}

void HeavyLaunch::verify() const {
  std::vector<float> results(items_);
  check(clEnqueueReadBuffer(queue(), results_.get(), CL_TRUE, 0, items_ * sizeof(float),
                            results.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (const float result : results) {
    if (std::abs(result - 2.0F) > 1e-4F) throw std::runtime_error("wrong results of the load");
  }
}

namespace {

std::vector<cl_uint> numbers(size_t count) {
  std::vector<cl_uint> all(count);
  std::iota(all.begin(), all.end(), 1U);
  return all;
}

}  // namespace

Load::Load(const Site& site, cl_device_id device, cl_queue_properties priority)
    : heavy_(site, device, 5e-3, 0, priority),
      copying_(site.make_queue(device, 0, priority)),
      from_(site.buffer_of(numbers(copied_words))),
      to_(site.buffer_of(std::vector<cl_uint>(copied_words))) {}

Load::~Load() {
  is_stopped_ = true;
  for (std::thread& thread : threads_) thread.join();
}

double Load::copied_bytes() const {
  return static_cast<double>(copies_) * static_cast<double>(copied_bytes_each);
}

template <class Enqueue>
void Load::keep_busy(cl_command_queue queue, std::atomic<size_t>& count, Enqueue enqueue) {
  try {
    std::deque<cl_event> events;
    while (!is_stopped_) {
      while (events.size() < under_way) events.push_back(enqueue());
      check(clFlush(queue), "clFlush");
      wait_and_release(events.front());
      events.pop_front();
      ++count;
    }
    for (const cl_event event : events) wait_and_release(event);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    problem_ = error.what();
  }
}

void Load::start(std::vector<int> processors) {
  is_stopped_ = false;
  launches_ = copies_ = 0;
  threads_.emplace_back([this, processors] {
    const KeptOn kept(processors);
    keep_busy(heavy_.queue(), launches_, [this] { return heavy_.enqueue(); });
  });
  threads_.emplace_back([this, processors] {
    const KeptOn kept(processors);
    keep_busy(copying_.get(), copies_, [this] {
      cl_event event = nullptr;
      check(clEnqueueCopyBuffer(copying_.get(), from_.get(), to_.get(), 0, 0, copied_bytes_each, 0,
                                nullptr, &event),
            "clEnqueueCopyBuffer");
      return event;
    });
  });
}

void Load::stop() {
  is_stopped_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  if (!problem_.empty()) throw std::runtime_error(problem_);
  heavy_.verify();
  std::vector<cl_uint> copied(copied_words);
  check(clEnqueueReadBuffer(copying_.get(), to_.get(), CL_TRUE, 0, copied_bytes_each, copied.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  if (copied != numbers(copied_words)) throw std::runtime_error("wrong results of a copy");
}

}  // namespace cleave::benchmark::isolation
