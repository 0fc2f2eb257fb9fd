#include "backend/cpu/inline_runner.h"

#include <algorithm>
#include <utility>

#include "backend/cpu/code/block_table.h"
#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/pool/transfer.h"

namespace cleave::backend::cpu {

using support::Ref;

bool InlineRunner::try_run_inline(const Ref<Launch>& launch, const ResourceSet& where,
                                  Listener& listener) {
  uint64_t stack_bytes = pool::stack_bytes_of(*launch);
  if (launch->device_queues != nullptr) {
    const auto& blocks = static_cast<const code::EnqueuedBlocks&>(*launch->device_queues->blocks);
    stack_bytes = std::max(stack_bytes, blocks.stack_bytes());
  }
  if (launch->may_wait || launch->printf_ring != nullptr || !pool::has_stack_for(stack_bytes) ||
      !thread_.is_free_for(where)) {
    return false;
  }
  const pool::DefaultFloatingPoint modes;
  if (launch->device_queues != nullptr) {
    run_tree(launch, where, listener);
    return true;
  }
  listener.started();
  pool::Worker& worker = pool::inline_worker_of_this_thread();
  const pool::Expectation expected = pool::expectation(*launch);
  if (auto rest = run_on(worker, expected, launch, where, listener)) thread_.share(std::move(rest));
  return true;
}

void InlineRunner::run_tree(Ref<Launch> launch, const ResourceSet& where, Listener& listener) {
  enqueue::LaunchTree::Root tree = enqueue::LaunchTree::make(
      std::move(launch), pool::CpuResourceSet::of(where), pool_, facts_, listener);
  enqueue::TreeScheduler::Guest guest(std::move(tree.scheduler),
                                      pool::inline_worker_of_this_thread());
  guest.set_unit(thread_.rules().unit_here(guest.units()));
  thread_.share(std::move(tree.execution));
  const uint32_t unit = thread_.rules().unit_here(guest.units());
  guest.set_unit(unit);
  if (unit != pool::Execution::no_unit) guest.run_some();
}

Ref<pool::Execution> InlineRunner::run_on(pool::Worker& worker, const pool::Expectation& expected,
                                          const Ref<Launch>& launch, const ResourceSet& where,
                                          Listener& listener) {
  const compiler::interface::KernelCode& code = pool::code_of(*launch);
  const pool::CallingThread::Outcome outcome = thread_.run(*launch, expected, where, worker);
  if (outcome.has_rest()) {
    return pool::make_kernel_execution(launch, code, pool::CpuResourceSet::of(where), listener,
                                       outcome.rest);
  }
  if (outcome.lacking != nullptr) listener.explain(outcome.lacking);
  listener.completed(outcome.lacking != nullptr ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
  return nullptr;
}

bool InlineRunner::try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                  Listener& listener) {
  if (!thread_.is_free_for(where)) return false;
  if (const auto worth = thread_.worth_sharing(transfer, where)) {
    thread_.share(execution_of(transfer, *worth, where, listener));
    return true;
  }
  listener.started();
  thread_.run(transfer);
  listener.completed(CL_COMPLETE);
  return true;
}

pool::Worker* InlineRunner::completing_worker(const ResourceSet& where) {
  pool::Worker* const worker = pool::Worker::of_this_thread();
  const bool can_go_on = worker != nullptr && where.units().contains(worker->unit()) &&
                         worker->has_time_left() && !worker->is_wanted_above(where.priority()) &&
                         worker->may_be_given_successor();
  return can_go_on ? worker : nullptr;
}

bool InlineRunner::try_run_successor(const Ref<Launch>& launch, const ResourceSet& where,
                                     Listener& listener) {
  pool::Worker* const worker = completing_worker(where);
  // A kernel that waits for another command must not keep it from starting: this thread may be the
  // one to start it.
  // Children of a launch are for all workers of its set.
  if (worker == nullptr || launch->may_wait || launch->device_queues != nullptr) return false;
  const pool::Expectation expected = pool::expectation(*launch);
  if (expected.kind != pool::Expected::short_for_one_thread &&
      pool::WorkGroups::count(*launch) != 1) {
    pool_.submit_successor(
        pool::make_whole_execution(launch, expected, pool::CpuResourceSet::of(where), listener),
        *worker);
    return true;
  }
  listener.started();
  if (auto rest = run_on(*worker, expected, launch, where, listener)) {
    pool_.submit_successor(std::move(rest), *worker);
  }
  return true;
}

bool InlineRunner::try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                     Listener& listener) {
  pool::Worker* const worker = completing_worker(where);
  if (worker == nullptr) return false;
  if (pool::transfer_pieces(transfer) > 1) {
    pool_.submit_successor(execution_of(transfer, pool::worth_of(transfer), where, listener),
                           *worker);
    return true;
  }
  listener.started();
  thread_.run(transfer);
  listener.completed(CL_COMPLETE);
  return true;
}

bool InlineRunner::try_run_inline(GraphRun& run, Listener& listener) {
  // The units of other sets are looked at before their segments.
  if (!thread_.is_free_for(*run.where.front())) return false;
  const pool::DefaultFloatingPoint modes;
  graph::RunningGraph::run_inline(std::move(run), runners_, listener);
  return true;
}

bool InlineRunner::try_run_successor(GraphRun& run, Listener& listener) {
  pool::Worker* const worker = completing_worker(*run.where.front());
  if (worker == nullptr) return false;
  graph::RunningGraph::run_as_successor(std::move(run), runners_, listener, *worker);
  return true;
}

}  // namespace cleave::backend::cpu
