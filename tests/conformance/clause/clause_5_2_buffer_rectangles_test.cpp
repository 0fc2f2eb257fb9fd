#include <array>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using Triple = std::array<size_t, 3>;

struct Box {
  Triple origin = {0, 0, 0};
  size_t row_pitch = 0;
  size_t slice_pitch = 0;
};

class Clause_5_2_2_Rectangles : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    values_.resize(4 * 4 * 4);
    std::iota(values_.begin(), values_.end(), cl_uchar{0});
    buffer_ = make_buffer(values_.size(), CL_MEM_COPY_HOST_PTR, values_.data());
    other_ = make_buffer(values_.size(), CL_MEM_COPY_HOST_PTR,
                         std::vector<cl_uchar>(values_.size(), 255).data());
  }
  [[nodiscard]] cl_int read(const Box& in_buffer, const Box& in_host, const Triple& region,
                            void* host) const {
    return clEnqueueReadBufferRect(queue_, buffer_, CL_TRUE, in_buffer.origin.data(),
                                   in_host.origin.data(), region.data(), in_buffer.row_pitch,
                                   in_buffer.slice_pitch, in_host.row_pitch, in_host.slice_pitch,
                                   host, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int write(const Box& in_buffer, const Box& in_host, const Triple& region,
                             const void* host) const {
    return clEnqueueWriteBufferRect(queue_, buffer_, CL_TRUE, in_buffer.origin.data(),
                                    in_host.origin.data(), region.data(), in_buffer.row_pitch,
                                    in_buffer.slice_pitch, in_host.row_pitch, in_host.slice_pitch,
                                    host, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int copy(cl_mem to, const Box& from_box, const Box& to_box,
                            const Triple& region) const {
    return clEnqueueCopyBufferRect(queue_, buffer_, to, from_box.origin.data(),
                                   to_box.origin.data(), region.data(), from_box.row_pitch,
                                   from_box.slice_pitch, to_box.row_pitch, to_box.slice_pitch, 0,
                                   nullptr, nullptr);
  }
  [[nodiscard]] std::vector<cl_uchar> bytes(cl_mem of) const {
    std::vector<cl_uchar> all(values_.size());
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, of, CL_TRUE, 0, all.size(), all.data(), 0,
                                              nullptr, nullptr));
    return all;
  }
  static constexpr Box cube(size_t x, size_t y, size_t z) { return {{x, y, z}, 4, 16}; }

  std::vector<cl_uchar> values_;
  Memory buffer_;
  Memory other_;
};

TEST_F(Clause_5_2_2_Rectangles, ReadsABox) {
  std::vector<cl_uchar> host(8, 0);
  ASSERT_EQ(CL_SUCCESS, read(cube(1, 2, 1), {}, {2, 2, 2}, host.data()));
  EXPECT_EQ((std::vector<cl_uchar>{25, 26, 29, 30, 41, 42, 45, 46}), host);
}

TEST_F(Clause_5_2_2_Rectangles, WritesABoxFromAPitchedHost) {
  const std::vector<cl_uchar> host = {100, 101, 0, 102, 103, 0};
  ASSERT_EQ(CL_SUCCESS, write(cube(2, 0, 3), {{0, 0, 0}, 3, 0}, {2, 2, 1}, host.data()));
  std::vector<cl_uchar> expected = values_;
  expected[50] = 100;
  expected[51] = 101;
  expected[54] = 102;
  expected[55] = 103;
  EXPECT_EQ(expected, bytes(buffer_));
}

TEST_F(Clause_5_2_2_Rectangles, CopiesABox) {
  ASSERT_EQ(CL_SUCCESS, copy(other_, cube(0, 0, 0), cube(1, 1, 1), {3, 2, 1}));
  std::vector<cl_uchar> expected(values_.size(), 255);
  const std::vector<std::pair<size_t, cl_uchar>> changed = {{21, 0}, {22, 1}, {23, 2},
                                                            {25, 4}, {26, 5}, {27, 6}};
  for (const auto& [index, value] : changed) expected[index] = value;
  EXPECT_EQ(expected, bytes(other_));
}

TEST_F(Clause_5_2_2_Rectangles, ARegionWithAZeroIsInvalidValue) {
  cl_uchar host[64];
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 0), {}, {0, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 0), {}, {1, 0, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, copy(other_, cube(0, 0, 0), cube(0, 0, 0), {1, 1, 0}));
}

TEST_F(Clause_5_2_2_Rectangles, OutOfBoundsIsInvalidValueAlsoWhenProductsOverflow) {
  cl_uchar host[64];
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 1), {}, {4, 4, 4}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read({{0, 0, 0}, SIZE_MAX / 2, 0}, {}, {1, 4, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read({{0, SIZE_MAX / 4 + 1, 0}, 4, 16}, {}, {1, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read({{SIZE_MAX, 0, 0}, 4, 16}, {}, {2, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 0), {{0, 0, SIZE_MAX / 8}, 4, 16}, {1, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, copy(other_, cube(0, 0, 0), cube(0, 0, 4), {1, 1, 1}));
}

TEST_F(Clause_5_2_2_Rectangles, PitchesBelowTheRegionAreInvalidValue) {
  cl_uchar host[64];
  EXPECT_EQ(CL_INVALID_VALUE, read({{0, 0, 0}, 1, 0}, {}, {2, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 0), {{0, 0, 0}, 1, 0}, {2, 1, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, read({{0, 0, 0}, 4, 7}, {}, {2, 2, 1}, host));
  EXPECT_EQ(CL_INVALID_VALUE, copy(other_, {{0, 0, 0}, 4, 4}, cube(0, 0, 0), {2, 2, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(other_, {{0, 0, 0}, 4, 18}, cube(0, 0, 0), {2, 2, 1}));
}

TEST_F(Clause_5_2_2_Rectangles, NullArgumentsAreInvalidValue) {
  const Triple one = {1, 1, 1};
  cl_uchar host[64];
  EXPECT_EQ(CL_INVALID_VALUE, read(cube(0, 0, 0), {}, {1, 1, 1}, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueReadBufferRect(queue_, buffer_, CL_TRUE, nullptr, one.data(), one.data(), 4,
                                    16, 4, 16, host, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueReadBufferRect(queue_, buffer_, CL_TRUE, one.data(), one.data(), nullptr, 4,
                                    16, 4, 16, host, 0, nullptr, nullptr));
}

TEST_F(Clause_5_2_2_Rectangles, OverlappingCopiesAreMemCopyOverlap) {
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer_, cube(0, 0, 0), cube(1, 1, 0), {2, 2, 1}));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer_, cube(0, 0, 0), cube(0, 0, 1), {1, 1, 2}));
  // A row that runs over the end of its pitch reaches the next row.
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer_, cube(3, 0, 0), cube(0, 1, 0), {2, 1, 1}));
}

TEST_F(Clause_5_2_2_Rectangles, InterleavedBoxesDoNotOverlap) {
  EXPECT_EQ(CL_SUCCESS, copy(buffer_, cube(0, 0, 0), cube(2, 0, 0), {2, 4, 4}));
  const std::vector<cl_uchar> all = bytes(buffer_);
  EXPECT_EQ(all[0], all[2]);
  EXPECT_EQ(all[60], all[62]);
}

TEST_F(Clause_5_2_2_Rectangles, TwoPitchesInOneBufferAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, copy(buffer_, cube(0, 0, 0), {{0, 0, 1}, 8, 32}, {1, 1, 1}));
}

TEST_F(Clause_5_2_2_Rectangles, HostAccessFlagsForbid) {
  const auto with = [this](cl_mem_flags flags) { return make_buffer(values_.size(), flags); };
  cl_uchar host = 0;
  buffer_ = with(CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, read({}, {}, {1, 1, 1}, &host));
  EXPECT_EQ(CL_SUCCESS, write({}, {}, {1, 1, 1}, &host));
  buffer_ = with(CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(CL_SUCCESS, read({}, {}, {1, 1, 1}, &host));
  EXPECT_EQ(CL_INVALID_OPERATION, write({}, {}, {1, 1, 1}, &host));
  buffer_ = with(CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_OPERATION, read({}, {}, {1, 1, 1}, &host));
  EXPECT_EQ(CL_INVALID_OPERATION, write({}, {}, {1, 1, 1}, &host));
}

TEST_F(Clause_5_2_2_Rectangles, BlockingCommandsReportAFailedWaitList) {
  const Event failed = make_user_event();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -5));
  const cl_event list[] = {failed};
  const Triple zero = {0, 0, 0};
  const Triple one = {1, 1, 1};
  cl_uchar host = 0;
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueReadBufferRect(queue_, buffer_, CL_TRUE, zero.data(), zero.data(), one.data(),
                                    0, 0, 0, 0, &host, 1, list, nullptr));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueWriteBufferRect(queue_, buffer_, CL_TRUE, zero.data(), zero.data(), one.data(),
                                     0, 0, 0, 0, &host, 1, list, nullptr));
}

}  // namespace
}  // namespace cleave::test
