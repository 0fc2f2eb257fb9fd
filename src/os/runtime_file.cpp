#include "os/runtime_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace cleave::os {
namespace {

std::string runtime_folder() {
  struct stat status = {};
  if (const char* named = std::getenv("XDG_RUNTIME_DIR"); named != nullptr && *named == '/') {
    // With sudo and su it is often still another user's, who could not use what we made there.
    const bool is_of_others = stat(named, &status) == 0 && status.st_uid != geteuid();
    if (!is_of_others) return std::string(named) + "/cleave";
  }
  const std::string user = std::to_string(geteuid());
  const std::string of_session = "/run/user/" + user;
  if (stat(of_session.c_str(), &status) == 0) return of_session + "/cleave";
  return "/tmp/cleave-" + user;
}

/// True if nobody else can write there. Anybody may make a folder in /tmp.
bool is_ours(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::string runtime_file_path(const std::string& name) {
  return runtime_folder() + "/" + name;
}

int open_runtime_file(const std::string& name, std::string& problem) {
  const std::string path = runtime_folder();
  const auto refuse = [&](const std::string& why) {
    problem = "'" + path + "/" + name + "' cannot be used: " + why;
    return -1;
  };
  mkdir(path.c_str(), S_IRWXU);  // or it is there
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return refuse(std::generic_category().message(errno));
  if (!is_ours(folder)) {
    close(folder);
    return refuse("the folder belongs to another user, or others may write to it");
  }
  const int file =
      openat(folder, name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  const int error = errno;
  close(folder);
  return file < 0 ? refuse(std::generic_category().message(error)) : file;
}

}  // namespace cleave::os
