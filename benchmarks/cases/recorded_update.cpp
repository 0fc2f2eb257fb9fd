// The cost of changing a value of each of many recorded launches between replays
// (cl_khr_command_buffer_mutable_dispatch).
#include "cases/command_buffers.h"
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void add(global uint *sum, uint number) { *sum += number; }
)";

/// The structures of version 0.9.3 and later, which older headers have with other members.
struct Argument {
  cl_uint index;
  size_t size;
  const void* value;
};
struct Change {
  cl_mutable_command_khr command = nullptr;
  cl_uint arguments = 1, svm_arguments = 0, infos = 0, dimensions = 0;
  const Argument* argument_list = nullptr;
  const Argument* svm_argument_list = nullptr;
  const void* info_list = nullptr;
  const size_t* global_offset = nullptr;
  const size_t* global_size = nullptr;
  const size_t* local_size = nullptr;
};

class RecordedUpdate : public Work {
 public:
  RecordedUpdate(Device& device, size_t length)
      : device_(device),
        add_(device.build(source, "add")),
        sum_(device.zeros(sizeof(cl_uint))),
        changes_(length),
        types_(length, 0) {
    device.require_extension("cl_khr_command_buffer_mutable_dispatch");
    constexpr cl_properties flags = 0x1293, is_mutable = 1 << 1;  // CL_COMMAND_BUFFER_…_KHR
    recorded_ = std::make_unique<RecordedLaunches>(
        device, std::vector{device.queue()}, std::vector<cl_properties>{flags, is_mutable, 0});
    CommandBufferCalls::find(device.id(), "clUpdateMutableCommandsKHR", update_);
    add_.set_arguments(sum_, number_);
    for (Change& change : changes_) {
      change.command = recorded_->add_mutable(add_);
      change.argument_list = &argument_;
      pointers_.push_back(&change);
    }
    recorded_->finalize();
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      ++number_;
      check(update_(recorded_->get(), static_cast<cl_uint>(changes_.size()), types_.data(),
                    pointers_.data()),
            "clUpdateMutableCommandsKHR");
    }
    recorded_->enqueue();
    device_.finish();
    expected_ += number_ * static_cast<cl_uint>(changes_.size());
  }

  std::string verify() override {
    cl_uint sum = 0;
    device_.read(sum_, std::span(&sum, 1));
    if (sum == expected_) return {};
    return "the sum is " + std::to_string(sum) + " and not " + std::to_string(expected_);
  }

 private:
  Device& device_;
  Kernel add_;
  Buffer sum_;
  cl_uint number_ = 0, expected_ = 0;
  const Argument argument_ = {1, sizeof number_, &number_};
  std::vector<Change> changes_;
  std::vector<cl_uint> types_;
  std::vector<const void*> pointers_;
  std::unique_ptr<RecordedLaunches> recorded_;
  cl_int(CL_API_CALL* update_)(cl_command_buffer_khr, cl_uint, const cl_uint*,
                               const void**) = nullptr;
};

}  // namespace

const Case& recorded_update() {
  static const Case instance = {
      "recorded_update",
      "change a value of each of N recorded launches, of which one replay is run",
      "million launches/s",
      {{"each", 1}, {"row", 1000}},
      [](size_t length) { return 1e-6 * static_cast<double>(length); },
      make_work<RecordedUpdate>,
      Kind::runtime};
  return instance;
}

}  // namespace cleave::benchmark
