// Gives tests of kernels the modules of the folder `modules` as bytes, and builds programs of them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <span>

#include "tests/support/opencl.h"

namespace cleave::test {

/// Builds a module in SPIR-V; a failure prints the log and ends the program.
[[nodiscard]] cl_program build_module(const Session& session, std::span<const std::byte> module,
                                      const char* options = "");

namespace modules {

/// Kernels lod_f_… and gradient_f_… of 2D and 3D images, as those of mipmap_test.cpp, and `sizes`,
/// by which a work-item for each level writes its width, height, number of images, and all levels.
[[nodiscard]] std::span<const std::byte> mipmaps();
/// `there_and_back` makes bfloat16 of each float of a buffer, four at a time, and floats of these.
[[nodiscard]] std::span<const std::byte> bfloat16();
/// `copy_blocks` copies two rows of an image of numbers of 32 bits to another, each more by one.
[[nodiscard]] std::span<const std::byte> image_blocks();
/// `reverse` turns the numbers of each work-group around.
[[nodiscard]] std::span<const std::byte> split_barrier();
/// `turn` turns the numbers of each work-group around and back, and adds 1.
[[nodiscard]] std::span<const std::byte> wide_barriers();
/// Sub-groups of `pairs` meet in pairs, at a named barrier each.
[[nodiscard]] std::span<const std::byte> named_barriers();
/// Kernels put…, take…, count and count_in, as those of pipes_test.cpp, and `keep` and `fetch` of a
/// pipe whose memory is the program's.
[[nodiscard]] std::span<const std::byte> pipes();

}  // namespace modules
}  // namespace cleave::test
