// Declares `cleave cache`: what was compiled before and is kept on disk.
#pragma once

namespace cleave::tool {

enum class CacheAction { size, list, clear };

/// Returns the exit status: 1 when there is no cache that could be used, or it could not be
/// cleared.
[[nodiscard]] int cache(CacheAction action);

}  // namespace cleave::tool
