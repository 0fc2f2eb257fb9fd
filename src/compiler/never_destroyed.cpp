// The module is never unloaded, and an application may build while its process exits: on another
// thread, in a static destructor, in a handler of atexit(). So no static object of the module,
// LLVM's among them, is ever destroyed: what the compiler registers for that ends here.
// In the module only; the tests that link the compiler into a program keep the program's ways.

extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*,
                                                                  void*) noexcept {
  return 0;
}
