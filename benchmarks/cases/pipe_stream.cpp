// A million packets of four bytes go through a pipe: one kernel writes them, the next reads them;
// with the functions of work-items, sub-groups and work-groups.
#include <algorithm>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void put_item(global const uint *in, write_only pipe uint p) {
  write_pipe(p, &in[get_global_id(0)]);
}
kernel void take_item(global uint *out, read_only pipe uint p) {
  uint packet = 0;
  read_pipe(p, &packet);
  out[get_global_id(0)] = packet;
}
#ifdef SUB_GROUPS
kernel void put_sub_group(global const uint *in, write_only pipe uint p) {
  reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
  if (!is_valid_reserve_id(id)) return;
  write_pipe(p, id, get_sub_group_local_id(), &in[get_global_id(0)]);
  sub_group_commit_write_pipe(p, id);
}
kernel void take_sub_group(global uint *out, read_only pipe uint p) {
  reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
  if (!is_valid_reserve_id(id)) return;
  read_pipe(p, id, get_sub_group_local_id(), &out[get_global_id(0)]);
  sub_group_commit_read_pipe(p, id);
}
#endif
kernel void put_work_group(global const uint *in, write_only pipe uint p) {
  reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
  if (!is_valid_reserve_id(id)) return;
  write_pipe(p, id, get_local_id(0), &in[get_global_id(0)]);
  work_group_commit_write_pipe(p, id);
}
kernel void take_work_group(global uint *out, read_only pipe uint p) {
  reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
  if (!is_valid_reserve_id(id)) return;
  read_pipe(p, id, get_local_id(0), &out[get_global_id(0)]);
  work_group_commit_read_pipe(p, id);
}
)";
constexpr size_t packets = size_t{1} << 20;
constexpr size_t item = 0, sub_group = 1, work_group = 2;  // the sizes: which functions
constexpr const char* names[][2] = {{"put_item", "take_item"},
                                    {"put_sub_group", "take_sub_group"},
                                    {"put_work_group", "take_work_group"}};

class PipeStream : public Work {
 public:
  PipeStream(Device& device, size_t form) : device_(device), numbers_(packets) {
    device.require_pipes();
    if (form == sub_group) device.require_sub_groups();
    const char* options = form == sub_group ? "-cl-std=CL3.0 -DSUB_GROUPS" : "-cl-std=CL3.0";
    put_ = device.build(source, names[form][0], options);
    take_ = device.build(source, names[form][1], options);
    for (size_t i = 0; i < packets; ++i) numbers_[i] = static_cast<cl_uint>(i + 1);
    cl_int status = CL_SUCCESS;
    pipe_ = Buffer(clCreatePipe(device.context(), 0, sizeof(cl_uint), packets, nullptr, &status));
    check(status, "clCreatePipe");
    in_ = device.buffer_of(numbers_);
    out_ = device.zeros(packets * sizeof(cl_uint));
    put_.set_arguments(in_, pipe_);
    take_.set_arguments(out_, pipe_);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) {
      device_.enqueue(put_, packets, 256);
      device_.enqueue(take_, packets, 256);
    }
    device_.finish();
  }

  std::string verify() override {
    // Work-groups put and take packets in any order.
    std::vector<cl_uint> found = device_.read<cl_uint>(out_, packets);
    std::ranges::sort(found);
    return difference(found, numbers_);
  }

 private:
  Device& device_;
  std::vector<cl_uint> numbers_;
  Kernel put_, take_;
  Buffer pipe_, in_, out_;
};

}  // namespace

const Case& pipe_stream() {
  static const Case instance = {
      "pipe_stream",
      "a million packets of 4 bytes, written to a pipe and read from it",
      "million/s",
      {{"item", item}, {"sub_group", sub_group}, {"work_group", work_group}},
      [](size_t) { return 1e-6 * static_cast<double>(packets); },
      make_work<PipeStream>};
  return instance;
}

}  // namespace cleave::benchmark
