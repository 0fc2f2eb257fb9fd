// Keeps each thread's kernel objects.
#include "sycl/kernel_cache.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "support/thread_variable.h"
#include "sycl/kernel_needs.h"

namespace cleave::sycl {
namespace {

/// By addresses, for speed. What they mean changes when a unit goes, and entries are of no use when a part of a device goes: then a thread forgets all, and
/// finds its programs again by their content.
struct Entry {
  const cleave_sycl_unit* unit = nullptr;
  const char* symbol = nullptr;
  uint64_t context = 0;
  uint64_t device = 0;
  std::unique_ptr<ThreadKernel> kernel;
};

class Cache {
 public:
  [[nodiscard]] ThreadKernel& find(const cleave_sycl_unit& unit, const char* symbol,
                                   NativeContext& context, Device& device) {
    if (const uint64_t now = kernel_generation(); now != generation_) {
      entries_ = std::vector<Entry>(least_entries);
      count_ = 0;
      generation_ = now;
    }
    Entry* entry = &place(unit, symbol, context.number(), device.number());
    if (entry->kernel) [[likely]] {
      return *entry->kernel;
    }
    auto made = make(unit, symbol, context, device);
    if ((count_ + 1) * 2 > entries_.size()) {
      grow();
      entry = &place(unit, symbol, context.number(), device.number());
    }
    *entry = {&unit, symbol, context.number(), device.number(), std::move(made)};
    ++count_;
    return *entry->kernel;
  }

 private:
  static constexpr size_t least_entries = 64;  // a power of two

  /// The entry of a kernel, or the empty one where it belongs.
  [[nodiscard]] Entry& place(const cleave_sycl_unit& unit, const char* symbol, uint64_t context,
                             uint64_t device) {
    const size_t mask = entries_.size() - 1;
    const uint64_t mixed =
        (std::bit_cast<uint64_t>(symbol) ^ context << 48 ^ device << 56) * 0x9e3779b97f4a7c15;
    for (size_t i = mixed >> 32 & mask;; i = (i + 1) & mask) {
      Entry& entry = entries_[i];
      if (!entry.kernel || (entry.symbol == symbol && entry.unit == &unit &&
                            entry.context == context && entry.device == device)) {
        return entry;
      }
    }
  }

  void grow() {
    std::vector<Entry> before(entries_.size() * 2);
    before.swap(entries_);
    for (Entry& entry : before) {
      if (entry.kernel)
        place(*entry.unit, entry.symbol, entry.context, entry.device) = std::move(entry);
    }
  }

  [[nodiscard]] static std::unique_ptr<ThreadKernel> make(const cleave_sycl_unit& unit,
                                                          const char* symbol,
                                                          NativeContext& context, Device& device);

  uint64_t generation_ = 0;
  size_t count_ = 0;
  std::vector<Entry> entries_;
};

/// Kernels of SYCL follow pointers of any kind of memory.
void allow_indirect_access(cl_kernel kernel) {
  const cl_bool yes = CL_TRUE;
  for (const cl_kernel_exec_info what : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    check(clSetKernelExecInfo(kernel, what, sizeof yes, &yes), "clSetKernelExecInfo");
  }
}

std::unique_ptr<ThreadKernel> Cache::make(const cleave_sycl_unit& unit, const char* symbol,
                                          NativeContext& context, Device& device) {
  check_needs(unit, symbol, device);
  auto made = std::make_unique<ThreadKernel>();
  made->context = Ref(&context);
  made->program = find_program(unit, symbol, context, device);
  cl_int error = CL_SUCCESS;
  made->id = clCreateKernel(made->program->id(), symbol, &error);
  if (error == CL_INVALID_KERNEL_NAME) {
    fail(Code::invalid, "the program has no such kernel");
  }
  check(error, "clCreateKernel");
  made->name = CommandName::of_kernel(symbol);
  cl_uint arguments = 0;
  check(clGetKernelInfo(made->id, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
        "clGetKernelInfo");
  made->asks_local_memory = arguments > 1;
  if (context.platform().unified_memory().free != nullptr) allow_indirect_access(made->id);
  return made;
}

/// A pointer and a guard apart from it: kernels may be launched by destructors of static objects, after the
/// guard of the thread has gone.
constinit thread_local Cache* this_thread = nullptr;
struct Guard {
  ~Guard() { delete std::exchange(this_thread, nullptr); }
};

Cache& cache_of_this_thread() {
  Cache*& cache = support::of_this_thread(this_thread);
  if (cache == nullptr) {
    static thread_local const Guard guard;
    static_cast<void>(guard);
    cache = new Cache;
  }
  return *cache;
}

}  // namespace

ThreadKernel::~ThreadKernel() {
  if (id != nullptr) clReleaseKernel(id);
}

ThreadKernel& find_kernel(const cleave_sycl_unit& unit, const char* symbol, NativeContext& context,
                          Device& device) {
  return cache_of_this_thread().find(unit, symbol, context, device);
}

}  // namespace cleave::sycl
