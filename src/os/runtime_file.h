// Opens files that processes of one user share while they run.
#pragma once

#include <string>

namespace cleave::os {

/// Opens a file for reading and writing, empty when it is new, in the user's own folder for such
/// files: `cleave` in $XDG_RUNTIME_DIR unless that is another user's, otherwise in /run/user/UID
/// where that exists, otherwise /tmp/cleave-UID. -1, and a `problem`, when it cannot be, or when
/// another user could write there.
[[nodiscard]] int open_runtime_file(const std::string& name, std::string& problem);

/// Returns the path of that file, whether or not it exists.
[[nodiscard]] std::string runtime_file_path(const std::string& name);

}  // namespace cleave::os
