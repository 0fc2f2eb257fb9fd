// Declares the compiler command `cleave-c++`, which libcleave-compiler.so holds beside the driver's
// compiler.
#pragma once

/// Compiles and links as the words say, which are those of clang++ and the options of
/// command_options.h; words[0] is the path of the program, by which it starts itself again. Returns
/// what the process exits with. Messages go to standard error. Once in a process, from its first
/// thread.
extern "C" __attribute__((visibility("default"))) int cleave_cxx_main(int count, char** words);
