// No library of ours is ever unloaded, and an application may call the driver while its process
// exits: on another thread, in a static destructor, in a handler of atexit(). So no static object
// of the libraries, LLVM's and the C++ library's among them, is ever destroyed: what they register
// for that ends here. In the libraries only; the tests that link the layers into a program keep the
// program's ways.

extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*,
                                                                  void*) noexcept {
  return 0;
}
