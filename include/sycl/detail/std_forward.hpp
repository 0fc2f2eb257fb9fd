// Declares std::optional and std::variant, of which the headers need the names alone.
#pragma once

#include <cstddef>

#if defined(__GLIBCXX__) && !(defined(_GLIBCXX_INLINE_VERSION) && _GLIBCXX_INLINE_VERSION)
// As libstdc++ declares them: both headers take as long as all of ours.
// clang-format off
namespace std _GLIBCXX_VISIBILITY(default) {
template <typename Type> class optional;
template <typename... Types> class variant;
}
// clang-format on
#else
#include <optional>
#include <variant>
#endif
