// The two kinds of execution: a launch of a kernel and work of the host.
#pragma once

#include <functional>

#include "backend/cpu/execution.h"
#include "backend/cpu/worker_pool.h"

namespace cleave::backend::cpu {

/// Runs the work-groups of a launch; a part is a work-group. The arguments are copied now.
[[nodiscard]] support::Ref<Execution> make_kernel_execution(support::Ref<Launch> launch,
                                                            support::Ref<CpuResourceSet> where,
                                                            Listener& listener);

/// Runs a function once.
[[nodiscard]] support::Ref<Execution> make_host_execution(std::function<cl_int()> work,
                                                          support::Ref<CpuResourceSet> where,
                                                          Listener& listener);

}  // namespace cleave::backend::cpu
