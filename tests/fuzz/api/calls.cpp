#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

/// The actions of all chapters, each as often as it weighs.
std::vector<void (*)(Caller&)> weighted() {
  std::vector<void (*)(Caller&)> all;
  for (const auto& actions :
       {platform_actions(), object_actions(), queue_actions(), memory_actions(), transfer_actions(),
        address_actions(), unified_memory_actions(), program_actions(), kernel_actions(),
        query_actions(), image_actions(), command_buffer_actions(), semaphore_actions()}) {
    for (const Action& action : actions) all.insert(all.end(), action.weight, action.act);
  }
  return all;
}

}  // namespace

void act(Caller& caller) {
  static const std::vector<void (*)(Caller&)> all = weighted();
  caller.random.pick(all)(caller);
  caller.forget();  // of a call that was not made after all
}

WaitList::WaitList(Caller& caller, const void* context) {
  Random& random = caller.random;
  if (random.chance(65)) return;
  events.resize(1 + random.below(3));
  for (cl_event& event : events) event = caller.object<cl_event>(context);
  count = static_cast<cl_uint>(events.size());
  if (random.chance(94)) return;
  caller.must_fail();
  if (random.chance(50)) {
    count = 0;
  } else {
    events.clear();
  }
}

void EventPlace::keep(cl_int code) {
  if (code != CL_SUCCESS) return caller_.require(event_ == nullptr, "it fails and gives an event");
  if (!wants_) return;
  if (event_ == nullptr) return caller_.wrong("it succeeds and gives no event");
  caller_.world.add(Kind::event, event_, context_);
}

void* context_of(Caller& caller, Kind kind, const void* handle) {
  const Shared* found = caller.world.find(kind, handle);
  return found == nullptr ? nullptr : found->context;
}

void must_be_of(Caller& caller, const void* context, Kind kind, const void* handle) {
  const void* own = context_of(caller, kind, handle);
  if (context != nullptr && own != nullptr && own != context) caller.must_fail();
}

}  // namespace cleave::test::fuzz::api
