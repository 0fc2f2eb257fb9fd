// Launches kernels from virtual functions of explicit instances of a template: code for hosts alone, though clang writes such
// functions for devices, too.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <memory>

struct Stream {
  virtual ~Stream() = default;
  virtual int run() = 0;
};

template <class Type>
struct OneStream : Stream {
  sycl::queue queue;
  Type* const value = sycl::malloc_shared<Type>(1, queue);
  OneStream() = default;
  OneStream(const OneStream&) = delete;
  OneStream& operator=(const OneStream&) = delete;
  ~OneStream() override { sycl::free(value, queue); }
  int run() override {
    queue.single_task([value = value] { *value = 3; }).wait();
    return static_cast<int>(*value);
  }
};
template struct OneStream<int>;
template struct OneStream<float>;

int main() {
  const std::unique_ptr<Stream> first = std::make_unique<OneStream<int>>();
  const std::unique_ptr<Stream> second = std::make_unique<OneStream<float>>();
  std::printf("%d and %d\n", first->run(), second->run());
}
