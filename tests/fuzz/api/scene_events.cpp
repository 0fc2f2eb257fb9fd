// The scene's events: user events, markers, callbacks, what they answer when all has ended.
#include "scene.h"

namespace cleave::test::fuzz::api {

/// A user event that later commands wait for, and what it is going to come to. Any thread that is
/// about to block ends it so.
void Scene::make_gate() {
  if (!caller_.world.may_make(Kind::event)) return;
  const auto made =
      FUZZ_CREATE(caller_, clCreateUserEvent, static_cast<cl_context>(context_.handle));
  if (made.handle == nullptr) return caller_.wrong("a user event cannot be made");
  const cl_int statuses[] = {CL_COMPLETE, CL_COMPLETE, CL_COMPLETE, -1, -77};
  const cl_int status = random_.pick(statuses);
  commands_.push_back(
      {{Kind::event, made.handle, 1}, CL_COMMAND_USER, status < 0, true, status, false});
  caller_.world.add_gate(made.handle, status);
}

void Scene::end_gate() {
  if (commands_.empty()) return;
  Command& command = commands_[random_.below(commands_.size())];
  const auto event = static_cast<cl_event>(command.own.handle);
  if (!command.is_user_event) {
    return caller_.expect(FUZZ_CALL(caller_, clSetUserEventStatus, event, cl_int{CL_COMPLETE}),
                          {CL_INVALID_EVENT});
  }
  if (random_.chance(20)) {
    return caller_.expect(
        FUZZ_CALL(caller_, clSetUserEventStatus, event, cl_int(1 + random_.below(3))),
        {CL_INVALID_VALUE});
  }
  const cl_int code = FUZZ_CALL(caller_, clSetUserEventStatus, event, command.status);
  // Another thread may have been first.
  if (command.is_ended || code != CL_SUCCESS) caller_.expect(code, {CL_INVALID_OPERATION});
  command.is_ended = true;
}

void Scene::set_callback() {
  if (commands_.empty()) return;
  const Command& command = random_.pick(commands_);
  Notice& notice = caller_.world.make_notice("the callback of a thread's own event");
  const cl_int steps[] = {CL_COMPLETE, CL_COMPLETE, CL_RUNNING, CL_SUBMITTED, CL_QUEUED, -1};
  notice.status = random_.pick(steps);
  Errors errors;
  if (notice.status < CL_COMPLETE || notice.status > CL_SUBMITTED) errors = {CL_INVALID_VALUE};
  const cl_int code =
      FUZZ_CALL(caller_, clSetEventCallback, static_cast<cl_event>(command.own.handle),
                notice.status, on_event, static_cast<void*>(&notice));
  caller_.expect(code, errors);
  notice.is_expected = code == CL_SUCCESS;
}

/// Waits for a marker instead of the whole queue, and for some events with it.
void Scene::synchronise_by_marker() {
  if (!caller_.world.may_make(Kind::event)) return;
  caller_.may_block();
  const auto queue = static_cast<cl_command_queue>(queue_.handle);
  const cl_event* none = nullptr;
  cl_event marker = nullptr;
  caller_.expect(FUZZ_CALL(caller_, clEnqueueMarkerWithWaitList, queue, 0U, none, &marker), {});
  if (marker == nullptr) return;
  std::vector<cl_event> events = {marker};
  bool fails = false;
  if (!commands_.empty() && random_.chance(60)) {
    const Command& command = random_.pick(commands_);
    events.push_back(static_cast<cl_event>(command.own.handle));
    fails = command.fails;
  }
  const cl_int code = FUZZ_CALL(caller_, clWaitForEvents, static_cast<cl_uint>(events.size()),
                                static_cast<const cl_event*>(events.data()));
  Errors errors;
  if (fails) errors.push_back(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  caller_.expect(code, errors);
  caller_.require(driver().clReleaseEvent(marker) == CL_SUCCESS, "a marker cannot be released");
  check_reads();
  check_events();
}

void Scene::check_profile(const Command& command) {
  cl_ulong times[4] = {};
  for (cl_uint i = 0; i < 4; ++i) {
    size_t* nowhere = nullptr;
    const cl_int code =
        FUZZ_CALL(caller_, clGetEventProfilingInfo, static_cast<cl_event>(command.own.handle),
                  cl_uint{CL_PROFILING_COMMAND_QUEUED + i}, sizeof times[i],
                  static_cast<void*>(&times[i]), nowhere);
    const bool has_times = is_profiled_ && !command.is_user_event && !command.fails;
    caller_.expect(code, has_times ? Errors{} : Errors{CL_PROFILING_INFO_NOT_AVAILABLE});
    if (code != CL_SUCCESS) return;
  }
  caller_.require(
      times[0] != 0 && times[0] <= times[1] && times[1] <= times[2] && times[2] <= times[3],
      "the times of a command are not in order");
}

/// When all commands have ended: what events answer. Some are released then.
void Scene::check_events() {
  std::vector<Command> kept;
  for (Command& command : commands_) {
    const auto event = static_cast<cl_event>(command.own.handle);
    const auto ask_event = [&](cl_event_info name, size_t bytes, void* to) {
      size_t* nowhere = nullptr;
      caller_.expect(FUZZ_CALL(caller_, clGetEventInfo, event, name, bytes, to, nowhere), {});
    };
    cl_int status = 77;
    cl_command_type type = 0;
    cl_command_queue queue = nullptr;
    ask_event(CL_EVENT_COMMAND_TYPE, sizeof type, &type);
    caller_.require(type == command.type, "an event is of another command");
    ask_event(CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue);
    caller_.require(queue == (command.is_user_event ? nullptr : queue_.handle),
                    "an event is of another queue");
    // A user event that was made after the others were ended may still be open.
    if (!command.is_user_event || command.is_ended) {
      ask_event(CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status);
      const cl_int failure =
          command.is_user_event ? command.status : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
      caller_.require(status == (command.fails ? failure : CL_COMPLETE),
                      "a command has another status");
      if (random_.chance(30)) check_profile(command);
    }
    check_count(command.own);
    if (random_.chance(60)) {
      release_all(command.own);
    } else {
      kept.push_back(command);
    }
  }
  commands_ = std::move(kept);
}

}  // namespace cleave::test::fuzz::api
