// Declares what the kernels of these tests share: an entry as SYCL's headers have it, and the
// built-in functions that they call. It is small on purpose: the tests are of the driver alone.
#pragma once

#include <cstddef>
#include <cstdint>

#define CLEAVE_TEST_BUILT_IN(result, name, symbol, ...) \
  [[clang::sycl_external]]                              \
  __attribute__((convergent, nothrow)) result name(__VA_ARGS__) __asm__(symbol);

CLEAVE_TEST_BUILT_IN(size_t, global_id, "_Z13get_global_idj", unsigned)
CLEAVE_TEST_BUILT_IN(size_t, local_id, "_Z12get_local_idj", unsigned)
CLEAVE_TEST_BUILT_IN(size_t, local_size, "_Z14get_local_sizej", unsigned)
CLEAVE_TEST_BUILT_IN(size_t, group_id, "_Z12get_group_idj", unsigned)
CLEAVE_TEST_BUILT_IN(uint32_t, sub_group_size, "_Z18get_sub_group_sizev", void)
CLEAVE_TEST_BUILT_IN(int, sub_group_sum, "_Z20sub_group_reduce_addi", int)
CLEAVE_TEST_BUILT_IN(void, barrier, "_Z7barrierj", unsigned)
CLEAVE_TEST_BUILT_IN(__attribute__((opencl_local)) char*, local_base, "__cleave_local_base", void)

/// Functions of the unit `farther`, and what it calls of `callee`.
[[clang::sycl_external]] int seven();
[[clang::sycl_external]] int four();

/// A class whose constructor another unit defines: clang gives it two names.
struct Number {
  int value;
  [[clang::sycl_external]] explicit Number(int n);
};

/// Bytes of a kernel object: an object of the type itself would come by reference where its copy is
/// not trivial.
template <class Object>
struct Bytes {
  alignas(Object) unsigned char data[sizeof(Object)];
};

template <class Name, class Object>
[[clang::sycl_kernel_entry_point(Name)]] void enter(Bytes<Object> object) {
  reinterpret_cast<const Object&>(object.data)();
}

/// Makes a kernel of each type of object, with the type's own name: _ZTS3Add for Add.
template <class... Objects>
void make_kernels() {
  (enter<Objects, Objects>(Bytes<Objects>{}), ...);
}
