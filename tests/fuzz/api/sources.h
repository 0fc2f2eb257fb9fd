// Holds the OpenCL C sources that the fuzzer builds.
#pragma once

#include <span>

namespace cleave::test::fuzz::api {

/// Sources of shared programs: right, broken, incomplete, of the odd kinds. Their kernels touch the
/// first 64 bytes of a buffer at most, whatever it is and however often they run, and of local
/// memory the first 16: any thread may launch them with what another one has set.
[[nodiscard]] std::span<const char* const> shared_sources();

/// One of them: OpenCL C 3.0 with a kernel that enqueues others, on a queue that it is given and on
/// the default one.
extern const char* const enqueuing_source;

/// A header that one of them includes, and the name that it includes it by.
extern const char* const header_source;
extern const char* const header_name;

/// Kernels whose results the fuzzer knows: what each element becomes stands in scene_launches.cpp.
extern const char* const known_source;

}  // namespace cleave::test::fuzz::api
