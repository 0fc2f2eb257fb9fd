// Runs a program without some system calls:
//
//   refuse NAME,NAME... COMMAND [ARGUMENT...]
//
// Exits with 77 where no filter can be set.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <sstream>
#include <string>

#include "tests/support/refused_calls.h"

namespace {

const std::map<std::string, unsigned> numbers = {
    {"get_mempolicy", SYS_get_mempolicy},
    {"madvise", SYS_madvise},
    {"mbind", SYS_mbind},
    {"memfd_create", SYS_memfd_create},
    {"move_pages", SYS_move_pages},
    {"sched_setaffinity", SYS_sched_setaffinity},
    {"set_mempolicy", SYS_set_mempolicy},
    {"setpriority", SYS_setpriority},
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  std::vector<unsigned> calls;
  std::istringstream names(arguments[1]);
  for (std::string name; std::getline(names, name, ',');) calls.push_back(numbers.at(name));
  if (!cleave::test::refuse_calls(calls)) {
    std::puts("skipped: no seccomp filter can be set here");
    return 77;
  }
  execvp(arguments[2], arguments + 2);
  std::perror(arguments[2]);
  return 127;
}
