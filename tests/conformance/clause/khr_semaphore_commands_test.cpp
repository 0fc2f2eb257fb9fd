// cl_khr_semaphore: what commands that wait for semaphores and signal them do, in which order, and
// what of the application's objects they need.
#include <atomic>
#include <thread>

#include "support/notified.h"
#include "support/semaphore_fixture.h"

namespace cleave::test {
namespace {

// "changes the state of the corresponding semaphore objects to signaled."
TEST_F(Semaphores, AreSignalledWhenTheCommandEnds) {
  const Event start = make_user_event();
  const Event signal = enqueue_signal(queue_, semaphore_, {start});
  ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_EQ(0U, payload_of(semaphore_));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(signal);
  EXPECT_EQ(1U, payload_of(semaphore_));
}

TEST_F(Semaphores, AreUnsignalledByAWait) {
  for (int time = 0; time < 3; ++time) {
    wait(enqueue_signal(queue_, semaphore_));
    EXPECT_EQ(1U, payload_of(semaphore_));
    wait(enqueue_wait(queue_, semaphore_));
    EXPECT_EQ(0U, payload_of(semaphore_));
  }
}

// "clEnqueueWaitSemaphoresKHR will not return until the binary semaphores in sema_objects are in a
// state that makes them safe to re-signal": the wait, which does not run yet, has its signal.
TEST_F(Semaphores, MayBeSignalledAgainWhenTheCallReturns) {
  const Event start = make_user_event();
  const Queue other = make_queue(0);
  wait(enqueue_signal(queue_, semaphore_));
  const Event first = enqueue_wait(other, semaphore_, {start});
  EXPECT_EQ(0U, payload_of(semaphore_));
  wait(enqueue_signal(queue_, semaphore_));
  EXPECT_EQ(1U, payload_of(semaphore_));
  wait(enqueue_wait(queue_, semaphore_));
  EXPECT_NE(CL_COMPLETE, status_of(first));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(first);
}

// "clEnqueueSignalSemaphoresKHR will not return until the binary semaphores in sema_objects are in a
// state that makes them safe to wait on again."
TEST_F(Semaphores, MayBeWaitedForAgainWhenTheCallReturns) {
  const Queue other = make_queue(0);
  const Event start = make_user_event();
  for (int time = 0; time < 10; ++time) {
    static_cast<void>(enqueue_signal(queue_, semaphore_, {start}));
    static_cast<void>(enqueue_wait(other, semaphore_));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(other));
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// "The semaphore wait command waits for a list of events to complete and a list of semaphore objects
// to become signaled."
TEST_F(Semaphores, AreWaitedForBesideEvents) {
  const Queue other = make_queue(0);
  const Semaphore second = make_semaphore(context_);
  const Event start = make_user_event();
  const cl_semaphore_khr list[] = {semaphore_, second};
  const cl_event events[] = {start};
  Event both;
  ASSERT_EQ(CL_SUCCESS, semaphores().wait(other, 2, list, nullptr, 1, events, both.out()));
  ASSERT_EQ(CL_SUCCESS, clFlush(other));
  wait(enqueue_signal(queue_, semaphore_));
  EXPECT_NE(CL_COMPLETE, status_of(both));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_NE(CL_COMPLETE, status_of(both));
  wait(enqueue_signal(queue_, second));
  wait(both);
}

TEST_F(Semaphores, AreSignalledTogether) {
  const Semaphore second = make_semaphore(context_);
  const cl_semaphore_khr list[] = {semaphore_, second};
  const Queue other = make_queue(0);
  const Event first = enqueue_wait(other, semaphore_);
  ASSERT_EQ(CL_SUCCESS, semaphores().signal(queue_, 2, list, nullptr, 0, nullptr, nullptr));
  wait(first);
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(0U, payload_of(semaphore_));
  EXPECT_EQ(1U, payload_of(second));
}

// The payloads of binary semaphores are ignored: "will be ignored if no semaphores in the list of
// sema_objects require a payload."
TEST_F(Semaphores, NeedNoPayloads) {
  const cl_semaphore_khr list[] = {semaphore_};
  const cl_semaphore_payload_khr payloads[] = {17};
  EXPECT_EQ(CL_SUCCESS, semaphores().signal(queue_, 1, list, payloads, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(1U, payload_of(semaphore_));
  EXPECT_EQ(CL_SUCCESS, semaphores().wait(queue_, 1, list, payloads, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

/// Gives tests a program of steps that two queues take in turns.
class SemaphoreQueues : public Semaphores {
 protected:
  /// Chains of kernels of two queues take turns: each waits for the other's semaphore. The chains
  /// are enqueued one after the other, so that waits come before their signals.
  void take_turns(cl_context context, cl_command_queue left, cl_command_queue right,
                  const Semaphore& to_left, const Semaphore& to_right, bool is_in_order) {
    constexpr int turns = 40;
    cl_int error = 1;
    const char* source =
        "kernel void step(global int* p, int n) { p[0] = p[0] == n ? n + 1 : -1000; }";
    const Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    const Memory memory(clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, &error));
    const Kernel kernel(clCreateKernel(program, "step", &error));
    const cl_mem argument = memory;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    const cl_int zero = 0;
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueWriteBuffer(left, memory, CL_TRUE, 0, 4, &zero, 0, nullptr, nullptr));
    const auto step = [&](cl_command_queue queue, cl_int number) {
      const size_t one = 1;
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof number, &number));
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0,
                                                   nullptr, nullptr));
    };
    const auto order = [&](cl_command_queue queue) {
      if (is_in_order) return;
      EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr));
    };
    for (int turn = 0; turn < turns; ++turn) {
      static_cast<void>(enqueue_wait(right, to_right));
      order(right);
      step(right, 2 * turn + 1);
      order(right);
      static_cast<void>(enqueue_signal(right, to_left));
      order(right);
    }
    for (int turn = 0; turn < turns; ++turn) {
      step(left, 2 * turn);
      order(left);
      static_cast<void>(enqueue_signal(left, to_right));
      order(left);
      static_cast<void>(enqueue_wait(left, to_left));
      order(left);
    }
    EXPECT_EQ(CL_SUCCESS, clFinish(left));
    cl_int result = 0;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(left, memory, CL_TRUE, 0, 4, &result, 0, nullptr, nullptr));
    EXPECT_EQ(2 * turns, result);
    EXPECT_EQ(CL_SUCCESS, clFinish(right));
  }
};

TEST_F(SemaphoreQueues, ThatAreInOrderTakeTurns) {
  const Queue other = make_queue(0);
  const Semaphore back = make_semaphore(context_);
  take_turns(context_, queue_, other, semaphore_, back, true);
}

// "When command_queue is an out-of-order command-queue there are no implicit dependencies between
// the semaphore wait command and commands enqueued into the command-queue after the semaphore wait
// command. … applications may enqueue a command-queue barrier".
TEST_F(SemaphoreQueues, ThatAreOutOfOrderTakeTurns) {
  const Queue left = out_of_order(), right = out_of_order();
  const Semaphore back = make_semaphore(context_);
  take_turns(context_, left, right, semaphore_, back, false);
}

TEST_F(SemaphoreQueues, OfPartsTakeTurns) {
  const std::vector<Device> parts = make_parts();
  const Queue left = make_queue_on(context_, parts[0]);
  const Queue right = make_queue_on(context_, parts[2]);
  const Semaphore back = make_semaphore(context_);
  take_turns(context_, left, right, semaphore_, back, true);
}

// The semaphore of a part is for queues of the part, and of its parts.
TEST_F(SemaphoreQueues, OfAPartTakeTurns) {
  const std::vector<Device> parts = make_parts();
  const Context context = make_context({parts[0], parts[1]});
  const Queue left = make_queue_on(context, parts[1]), right = make_queue_on(context, parts[1]);
  const Semaphore to_left = make_semaphore(context, parts[1]);
  const Semaphore to_right = make_semaphore(context, parts[1]);
  take_turns(context, left, right, to_left, to_right, true);
}

// One queue: what comes first out of order is up to the semaphore.
TEST_F(SemaphoreQueues, ThatAreOutOfOrderSignalTheirOwnWaits) {
  const Queue queue = out_of_order();
  const Event waiting = enqueue_wait(queue, semaphore_);
  ASSERT_EQ(CL_SUCCESS, clFlush(queue));
  EXPECT_NE(CL_COMPLETE, status_of(waiting));
  static_cast<void>(enqueue_signal(queue, semaphore_));
  wait(waiting);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
}

// In order, a later command waits for the wait; nothing else of the application flushes either queue.
TEST_F(SemaphoreQueues, ThatAreInOrderKeepTheirOrder) {
  const Queue other = make_queue(0);
  const Event waiting = enqueue_wait(queue_, semaphore_);
  Event later;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 0, nullptr, later.out()));
  ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_NE(CL_COMPLETE, status_of(later));
  static_cast<void>(enqueue_signal(other, semaphore_));
  wait(later);
  EXPECT_EQ(CL_COMPLETE, status_of(waiting));
}

// Ours: "Waiting on the same binary semaphore twice without an interleaving signal may lead to
// undefined behavior." The waits take signals in their order.
TEST_F(Semaphores, AreTakenInTheOrderOfWaits) {
  const Queue queue = out_of_order();
  const Event first = enqueue_wait(queue, semaphore_);
  const Event second = enqueue_wait(queue, semaphore_);
  ASSERT_EQ(CL_SUCCESS, clFlush(queue));
  wait(enqueue_signal(queue_, semaphore_));
  wait(first);
  EXPECT_NE(CL_COMPLETE, status_of(second));
  wait(enqueue_signal(queue_, semaphore_));
  wait(second);
}

// Ours: "Signaling the same binary semaphore twice without an interleaving wait may lead to undefined
// behavior." A signal of a signalled semaphore changes nothing.
TEST_F(Semaphores, AreSignalledOnce) {
  wait(enqueue_signal(queue_, semaphore_));
  wait(enqueue_signal(queue_, semaphore_));
  wait(enqueue_wait(queue_, semaphore_));
  EXPECT_EQ(0U, payload_of(semaphore_));
  const Event second = enqueue_wait(queue_, semaphore_);
  ASSERT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_NE(CL_COMPLETE, status_of(second));
  const Queue other = make_queue(0);
  wait(enqueue_signal(other, semaphore_));
  wait(second);
}

// Ours: a failed signal fails the wait that it would have let go on, and does not leave it waiting
// for ever.
TEST_F(Semaphores, HandOnFailureOfSignals) {
  const Queue other = out_of_order();
  const Event start = make_user_event();
  const Event before = enqueue_wait(other, semaphore_);
  ASSERT_EQ(CL_SUCCESS, clFlush(other));
  const Event signal = enqueue_signal(queue_, semaphore_, {start});
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  expect_failure(signal);
  expect_failure(before);
  EXPECT_EQ(0U, payload_of(semaphore_));
  // A signal after it counts.
  wait(enqueue_signal(other, semaphore_));
  wait(enqueue_wait(other, semaphore_));
}

TEST_F(Semaphores, HandOnFailureOfEarlierSignals) {
  const Queue other = make_queue(0);
  const Event start = make_user_event();
  const Event signal = enqueue_signal(queue_, semaphore_, {start});
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  expect_failure(signal);
  EXPECT_EQ(0U, payload_of(semaphore_));
  expect_failure(enqueue_wait(other, semaphore_));
  wait(enqueue_signal(other, semaphore_));
  wait(enqueue_wait(other, semaphore_));
}

// Ours: a failed signal leaves a signalled semaphore as it is.
TEST_F(Semaphores, StaySignalledWhenALaterSignalFails) {
  const Event start = make_user_event();
  wait(enqueue_signal(queue_, semaphore_));
  const Event signal = enqueue_signal(queue_, semaphore_, {start});
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  expect_failure(signal);
  EXPECT_EQ(1U, payload_of(semaphore_));
  wait(enqueue_wait(queue_, semaphore_));
}

// Ours: a wait whose wait list fails has taken its signal.
TEST_F(Semaphores, AreTakenByWaitsThatFail) {
  const Event start = make_user_event();
  const Event waiting = enqueue_wait(queue_, semaphore_, {start});
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  const Queue other = make_queue(0);
  wait(enqueue_signal(other, semaphore_));
  expect_failure(waiting);
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// "After the reference count becomes zero and commands queued for execution on a command-queue(s)
// that use sema_object have finished, the semaphore object is deleted."
TEST_F(Semaphores, LiveAsLongAsCommandsThatUseThem) {
  const cl_semaphore_khr handle = semaphore_;
  const Queue other = make_queue(0);
  const Event waiting = enqueue_wait(other, handle);
  const Event start = make_user_event();
  semaphore_ = Semaphore();
  EXPECT_EQ(0U, value_of<cl_uint>(query(handle, CL_SEMAPHORE_REFERENCE_COUNT_KHR)));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, semaphores().release(handle));
  const Event signal = enqueue_signal(queue_, handle, {start});
  EXPECT_NE(CL_COMPLETE, status_of(waiting));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  wait(signal);
  wait(waiting);
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, semaphores().retain(handle));
}

// The application lets go of all that there is, and has an event.
TEST_F(Semaphores, NeedNoObjectOfTheApplication) {
  Context context = make_context({device_});
  Queue left = make_queue_on(context, device_), right = make_queue_on(context, device_);
  Semaphore semaphore = make_semaphore(context);
  Event waiting = enqueue_wait(left, semaphore);
  static_cast<void>(enqueue_signal(right, semaphore));
  semaphore = Semaphore();
  left = Queue();
  right = Queue();
  context = Context();
  wait(waiting);
}

// 5.11 and 5.14: the types of the commands, and when they ran.
TEST_F(Semaphores, CommandsHaveATypeAndTimes) {
  const Event signal = enqueue_signal(queue_, semaphore_);
  const Event waiting = enqueue_wait(queue_, semaphore_);
  wait(waiting);
  EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_SIGNAL_KHR},
            of_event<cl_command_type>(signal, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_WAIT_KHR},
            of_event<cl_command_type>(waiting, CL_EVENT_COMMAND_TYPE));
  for (const cl_event event : {cl_event(signal), cl_event(waiting)}) {
    cl_ulong before = 1;
    for (const cl_profiling_info name :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
          CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
      const auto time = value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
        return clGetEventProfilingInfo(event, name, size, value, returned);
      });
      EXPECT_LE(before, time);
      before = time;
    }
  }
}

// Several threads wait and signal: each signal lets one wait go on.
TEST_F(Semaphores, AreUsedByThreads) {
  constexpr int threads = 4, times = 200;
  std::vector<std::thread> running;
  std::atomic<int> ended{0};
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&] {
      const Queue waits = make_queue_on(context_, device_);
      const Queue signals = make_queue_on(context_, device_);
      for (int time = 0; time < times; ++time) {
        // A signal must not find another one: it comes when this wait is enqueued.
        const Event waiting = enqueue_wait(waits, semaphore_);
        static_cast<void>(enqueue_signal(signals, semaphore_));
        if (time % 10 == 0) wait(waiting);
      }
      EXPECT_EQ(CL_SUCCESS, clFinish(waits));
      ++ended;
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(threads, ended);
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// 4.4: the context's notification function hears which call a failed command was.
using NotifiedOfSemaphores = Notified;

TEST_F(NotifiedOfSemaphores, ACommandThatFailsIsNamed) {
  const Semaphore semaphore = make_semaphore(context_);
  const Event start = make_user_event();
  const Event waiting = enqueue_wait(queue_, semaphore, {start});
  const Queue other = make_queue(0);
  static_cast<void>(enqueue_signal(other, semaphore));
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_TRUE(
      heard("clEnqueueWaitSemaphoresKHR failed after it was enqueued: "
            "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"))
      << heard();
}

}  // namespace
}  // namespace cleave::test
