#include "host_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "launches.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr size_t node_count = 64, middle_count = 512, middle_offset = 4 * 257;
constexpr size_t row_bytes = maximum_work_items * 4 * 8;

struct Node {
  Node *next, *other;
  cl_uint value, weight;
};
struct Cell {
  cl_uint words[4];
  cl_float reals[4];
};
struct Host {
  Node* first;
  Node* nodes;
  cl_uint* counters;
  cl_float* reals;
  unsigned char *vast, *vast_read;
  Cell* cells[maximum_work_items];
  Node* kept[maximum_work_items];
  cl_uint* places[maximum_work_items];
};

/// Two places at which a 32-bit index reaches 2^32 - 512 to 2^32 + 512 bytes: the first 160 bytes
/// around 2^32 from the first are written, those around the second read.
class VastMemory {
 public:
  static constexpr size_t begin_of_read = 8192, length = 512;

  VastMemory() {
    constexpr size_t bytes = (size_t{1} << 32) + 4 * begin_of_read;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    require(memory != MAP_FAILED, "address space for 4 GiB");
    begin_ = static_cast<unsigned char*>(memory) + begin_of_read;
  }
  [[nodiscard]] unsigned char* written() const { return begin_; }
  [[nodiscard]] unsigned char* read() const { return begin_ + begin_of_read; }
  void fill() const {
    for (unsigned char* start : {written(), read()}) {
      for (size_t i = 0; i < length; ++i) {
        start[i] = static_cast<unsigned char>(3 * i + 1);
        top_of(start)[i] = static_cast<unsigned char>(5 * i + 2);
      }
    }
  }
  /// The last `length` bytes before 2^32.
  static unsigned char* top_of(unsigned char* start) { return start + (size_t{1} << 32) - length; }

 private:
  unsigned char* begin_;
};

/// Stays until the process ends.
const VastMemory& vast_memory() {
  static const VastMemory memory;
  return memory;
}

void set_pointer(cl_kernel kernel, cl_uint number, const void* pointer) {
  check(clSetKernelArgSVMPointer(kernel, number, pointer), "clSetKernelArgSVMPointer");
}

void append(std::vector<unsigned char>& bytes, const void* from, size_t count) {
  const auto* begin = static_cast<const unsigned char*>(from);
  bytes.insert(bytes.end(), begin, begin + count);
}

}  // namespace

struct HostMemory::Contents {
  Host host;
  Cell cells[maximum_work_items];
  cl_uint counters[64];
  cl_float reals[8];
  cl_double doubles[8];
  cl_half halves[8];
  cl_uint tickets[7];
  cl_uint errors;
  cl_ulong answers[maximum_work_items];
  alignas(8) unsigned char rows[2][row_bytes];
};

std::vector<std::string> host_memory_text() {
  const std::string items = std::to_string(maximum_work_items);
  return {
      "struct Node { global struct Node* next; global struct Node* other; uint value, weight; }; "
      "struct Cell { uint words[4]; float reals[4]; }; struct Host { global struct Node* first; "
      "global struct Node* nodes; volatile global uint* counters; volatile global float* reals; "
      "global uchar* vast; const global uchar* vast_read; global struct Cell* cells[" +
          items + "]; global struct Node* kept[" + items + "]; uint* places[" + items +
          "]; struct Cell all_cells[" + items +
          "]; uint own_counters[64]; float own_reals[8]; double doubles[8]; half halves[8]; uint "
          "tickets[7], errors; ulong answers[" +
          items + "]; uchar rows[2][" + std::to_string(row_bytes) +
          "]; }; struct Link { struct Link* next; uint value; }; typedef uint* "
          "uint_pointer;",
      "static uint asked(void* p) { return (to_global(p) == p ? 1u : 0u) | (to_local(p) == p ? 2u "
      ": 0u) | (to_private(p) == p ? 4u : 0u) | ((get_fence(p) & CLK_LOCAL_MEM_FENCE) != 0 ? 8u : "
      "0u); }",
      "__attribute__((noinline)) uint asked_apart(void* p) { return to_local(p) != 0 ? 3u : "
      "to_private(p) != 0 ? 5u : 7u; }",
      "static uint added(uint* p, uint x, uint* q) { *p += x; *q ^= *p; return *q; }",
      "__attribute__((noinline)) uint added_apart(uint* p, uint x, uint* q) { *q += x; *p ^= *q; "
      "return *p; }",
      "__attribute__((noinline)) uint* picked(uint* p, uint* q, uint x) { return (x & 2u) != 0u ? "
      "p "
      ": q; }",
      "static ulong links(struct Link* p) { ulong h = 5ul; for (uint i = 0u; p != 0 && i < 5u; "
      "++i) { h = mix_in(h, p->value); p = p->next; } return h; }",
      "__attribute__((noinline)) ulong walked(const global struct Node* p, uint x) { ulong h = "
      "9ul; for (uint i = 0u; p != 0 && i < 9u; ++i) { h = mix_in(h, p->value); p = ((p->weight ^ "
      "x) >> i & 1u) != 0u ? p->next : p->other; } return h; }",
      "static uint far_byte(const global struct Host* host, uint i) { return "
      "host->vast_read[(uint)(i - 12u)]; }",
  };
}

std::string host_memory_parameters(const PointerFeatures& features) {
  return std::string(", global struct Host* host, const global uint* middle") +
         (features.passes_vast ? ", global uchar* vast, const global uchar* vast_read" : "");
}

HostMemory::HostMemory(const Session& session, const PointerFeatures& features)
    : session_(session),
      features_(features),
      allocation_(allocate(features.offset + sizeof(Contents))),
      nodes_(allocate(node_count * sizeof(Node))),
      numbers_(allocate(middle_count * sizeof(cl_uint))) {
  build();
}

HostMemory::~HostMemory() {
  for (unsigned char* memory : {allocation_, nodes_, numbers_}) free(memory);
}

unsigned char* HostMemory::allocate(size_t bytes) const {
  void* memory = nullptr;
  switch (features_.memory) {
    case PointedMemory::of_the_system:
      memory = std::malloc(bytes);
      break;
    case PointedMemory::fine_grained:
      memory = clSVMAlloc(session_.context,
                          CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
                          bytes, 0);
      break;
    case PointedMemory::coarse_grained:
      memory = clSVMAlloc(session_.context, CL_MEM_READ_WRITE, bytes, 0);
      check(clEnqueueSVMMap(session_.queue, CL_TRUE, CL_MAP_WRITE, memory, bytes, 0, nullptr,
                            nullptr),
            "clEnqueueSVMMap");
  }
  require(memory != nullptr, "memory of the host");
  return static_cast<unsigned char*>(memory);
}

void HostMemory::free(unsigned char* memory) const {
  features_.memory == PointedMemory::of_the_system ? std::free(memory)
                                                   : clSVMFree(session_.context, memory);
}

/// A list of all nodes in an order of its own, whose other pointers make a tree.
void HostMemory::build() const {
  Random random(77);
  auto* contents = new (allocation_ + features_.offset) Contents();
  auto* nodes = reinterpret_cast<Node*>(nodes_);
  for (size_t i = 0; i < node_count; ++i) {
    Node* const next = i == 23 ? nullptr : nodes + (i * 29 + 7) % node_count;
    Node* const child = 2 * i + 1 < node_count ? nodes + 2 * i + 1 : nullptr;
    new (nodes + i)
        Node{next, child, static_cast<cl_uint>(random.next()), static_cast<cl_uint>(random.next())};
  }
  auto* numbers = reinterpret_cast<cl_uint*>(numbers_);
  for (size_t i = 0; i < middle_count; ++i) numbers[i] = static_cast<cl_uint>(random.next());
  Host& host = contents->host;
  host.first = nodes + 5;
  host.nodes = nodes;
  host.counters = contents->counters;
  host.reals = contents->reals;
  host.vast = vast_memory().written();
  host.vast_read = vast_memory().read();
  for (size_t i = 0; i < maximum_work_items; ++i) {
    Cell& cell = contents->cells[(i * 77 + 13) % maximum_work_items];
    cell = {{cl_uint(i), 7, 11, cl_uint(3 * i)}, {1.0f, 2.0f, 3.0f, cl_float(i + 1)}};
    host.cells[i] = &cell;
    host.places[i] = &cell.words[i % 4];
    host.kept[i] = nodes + i % node_count;
  }
  for (size_t i = 0; i < 64; ++i) contents->counters[i] = static_cast<cl_uint>(i % 48);
  for (size_t i = 0; i < 8; ++i) {
    contents->reals[i] = 3.0f;
    contents->doubles[i] = 5.0;
    contents->halves[i] = 0x4000;  // 2
  }
  vast_memory().fill();
  if (features_.memory != PointedMemory::coarse_grained) return;
  for (unsigned char* memory : {allocation_, nodes_, numbers_}) {
    check(clEnqueueSVMUnmap(session_.queue, memory, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  }
}

void HostMemory::declare_reached_memory(cl_kernel kernel) const {
  const void* reached[] = {nodes_};
  if (features_.memory != PointedMemory::of_the_system) {
    check(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, reached),
          "clSetKernelExecInfo");
  }
  const cl_bool any = CL_TRUE;
  check(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof any, &any),
        "clSetKernelExecInfo");
}

void HostMemory::set_first_argument(cl_kernel kernel) const {
  set_pointer(kernel, 0, allocation_ + features_.offset);
  declare_reached_memory(kernel);
}

void HostMemory::set_far_arguments(cl_kernel kernel) const {
  set_pointer(kernel, 0, allocation_ + features_.offset);
  set_pointer(kernel, 1, vast_memory().written());
  set_pointer(kernel, 2, vast_memory().read());
}

cl_uint HostMemory::set_arguments(cl_kernel kernel, cl_uint first) const {
  set_pointer(kernel, first++, allocation_ + features_.offset);
  set_pointer(kernel, first++, numbers_ + middle_offset);
  if (features_.passes_vast) {
    set_pointer(kernel, first++, vast_memory().written());
    set_pointer(kernel, first++, vast_memory().read());
  }
  declare_reached_memory(kernel);
  return first;
}

HostMemory::Result HostMemory::result() const {
  const bool is_mapped = features_.memory == PointedMemory::coarse_grained;
  if (is_mapped) {
    check(clEnqueueSVMMap(session_.queue, CL_TRUE, CL_MAP_READ, allocation_,
                          features_.offset + sizeof(Contents), 0, nullptr, nullptr),
          "clEnqueueSVMMap");
  }
  check(clFinish(session_.queue), "clFinish");
  const auto& contents = *reinterpret_cast<const Contents*>(allocation_ + features_.offset);
  const Host& host = contents.host;
  Result result = {{}, contents.errors == 0};
  std::vector<unsigned char>& bytes = result.content;
  const auto* after_host = reinterpret_cast<const unsigned char*>(&contents) + sizeof(Host);
  append(bytes, after_host, sizeof(Contents) - sizeof(Host));
  const auto* start = reinterpret_cast<const unsigned char*>(&contents);
  for (size_t i = 0; i < maximum_work_items; ++i) {
    const int64_t led_to[] = {
        host.kept[i] == nullptr ? -1 : reinterpret_cast<unsigned char*>(host.kept[i]) - nodes_,
        reinterpret_cast<unsigned char*>(host.places[i]) - start};
    append(bytes, led_to, sizeof led_to);
  }
  unsigned char* vast = vast_memory().written();
  append(bytes, vast, VastMemory::length);
  append(bytes, VastMemory::top_of(vast), VastMemory::length);
  if (is_mapped) {
    check(clEnqueueSVMUnmap(session_.queue, allocation_, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
    check(clFinish(session_.queue), "clFinish");
  }
  return result;
}

}  // namespace cleave::test::fuzz::kernels
