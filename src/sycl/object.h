// Bases the objects that applications hold, and turns them into what the border calls them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/reference.h"
#include "sycl/detail/abi.h"

namespace cleave::sycl {

using support::Ref;

/// An object that applications hold references to. Handles are addresses of this base.
class Object : public support::ReferenceCounted<Object> {
 public:
  virtual ~Object() = default;
};

/// Returns the object that a handle stands for: `Handle` is one of the border's types.
template <class T, class Handle>
[[nodiscard]] T& object_of(Handle* handle) {
  return *static_cast<T*>(static_cast<Object*>(static_cast<void*>(handle)));
}
/// Returns the handle of an object, without counting.
template <class Handle>
[[nodiscard]] Handle* handle_of(Object* object) {
  return static_cast<Handle*>(static_cast<void*>(object));
}
/// Gives a reference to the caller.
template <class Handle, class T>
[[nodiscard]] Handle* give(Ref<T> object) {
  return handle_of<Handle>(object.release());
}

/// Puts a value, or a list of values, where the caller wants it.
template <class Value>
void put(const cleave_sycl_sink& sink, const Value& value) {
  sink.put(sink.target, &value, sizeof value);
}
template <class Value>
void put_all(const cleave_sycl_sink& sink, const std::vector<Value>& values) {
  sink.put(sink.target, values.data(), values.size() * sizeof(Value));
}
inline void put_text(const cleave_sycl_sink& sink, const std::string& text) {
  sink.put(sink.target, text.data(), text.size());
}
/// Gives references to all.
template <class Handle, class T>
void put_objects(const cleave_sycl_sink& sink, std::vector<Ref<T>> objects) {
  std::vector<Handle*> handles;
  handles.reserve(objects.size());
  for (Ref<T>& object : objects) handles.push_back(give<Handle>(std::move(object)));
  put_all(sink, handles);
}

}  // namespace cleave::sycl
