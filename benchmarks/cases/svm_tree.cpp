// A search tree of N nodes in shared virtual memory, whose pointers kernels follow.
#include <memory>
#include <numeric>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
typedef struct node {
  global struct node *smaller, *larger;
  uint key, value;
} node_t;

kernel void look_up(global const node_t *root, global const uint *keys, global uint *values) {
  const size_t i = get_global_id(0);
  const uint key = keys[i];
  global const node_t *node = root;
  while (node != 0 && node->key != key) node = key < node->key ? node->smaller : node->larger;
  values[i] = node != 0 ? node->value : 0;
}
)";
constexpr size_t questions = size_t{1} << 18;

struct Node {
  Node *smaller, *larger;
  cl_uint key, value;
};

/// Every second key is in the tree.
struct Questions {
  explicit Questions(size_t nodes) : keys(questions), right(questions) {
    for (size_t i = 0; i < questions; ++i) {
      keys[i] = scrambled(static_cast<uint32_t>(i)) % static_cast<uint32_t>(2 * nodes);
      right[i] = keys[i] % 2 == 0 ? scrambled(keys[i]) : 0;
    }
  }

  std::vector<cl_uint> keys, right;
};

class SvmTree : public RepeatedWork<Questions> {
 public:
  SvmTree(Device& device, size_t count) : RepeatedWork(device, count) {
    device.require_shared_memory(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    kernel_ = device.build(source, "look_up", "-cl-std=CL3.0");
    nodes_ = static_cast<Node*>(
        clSVMAlloc(device.context(), CL_MEM_READ_WRITE, count * sizeof(Node), 0));
    if (nodes_ == nullptr) throw std::runtime_error("clSVMAlloc gave null");
    check(clEnqueueSVMMap(device.queue(), CL_TRUE, CL_MAP_WRITE, nodes_, count * sizeof(Node), 0,
                          nullptr, nullptr),
          "clEnqueueSVMMap");
    Node* const root = build(0, count);
    check(clEnqueueSVMUnmap(device.queue(), nodes_, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
    keys_ = device.buffer_of(problem().keys);
    values_ = device.zeros(questions * sizeof(cl_uint));
    kernel_.set_pointer(0, root);
    const cl_mem keys = keys_.get(), values = values_.get();
    check(clSetKernelArg(kernel_.get(), 1, sizeof keys, &keys), "clSetKernelArg");
    check(clSetKernelArg(kernel_.get(), 2, sizeof values, &values), "clSetKernelArg");
  }
  ~SvmTree() override { clSVMFree(device().context(), nodes_); }

  std::string verify() override {
    return difference(device().read<cl_uint>(values_, questions), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, questions, 64); }

 private:
  /// The tree of the keys 2 * begin, 2 * (begin + 1) … Nodes lie in no order that helps.
  Node* build(size_t begin, size_t end) {
    if (begin == end) return nullptr;
    const size_t middle = std::midpoint(begin, end);
    // Counts are powers of two: an odd factor makes a permutation.
    Node& node = nodes_[middle * 0x9e3779b1u % size()];
    node.key = static_cast<cl_uint>(2 * middle);
    node.value = scrambled(node.key);
    node.smaller = build(begin, middle);
    node.larger = build(middle + 1, end);
    return &node;
  }

  Kernel kernel_;
  Node* nodes_ = nullptr;
  Buffer keys_, values_;
};

}  // namespace

const Case& svm_tree() {
  static const Case instance = {
      "svm_tree",
      "keys looked up in a search tree of N nodes in shared virtual memory",
      "million/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 14}, {"memory", size_t{1} << 22}},
      [](size_t) { return 1e-6 * static_cast<double>(questions); },
      make_work<SvmTree>};
  return instance;
}

}  // namespace cleave::benchmark
