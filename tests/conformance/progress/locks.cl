// Spin locks that every work-item takes, as programs for GPUs have them. Each kernel adds 1 to
// sum[0] (or to a bin of it) under a lock, with plain loads and stores, and hands out what it found
// there: every work-item's own number.

void acquire(volatile global int* lock) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
}
void release(volatile global int* lock) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(lock, 0);
}

kernel void compare_exchange(volatile global int* lock, global int* sum, global int* found) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  found[get_global_linear_id()] = sum[0];
  sum[0] = sum[0] + 1;
  atomic_xchg(lock, 0);
}

kernel void exchange(volatile global int* lock, global int* sum, global int* found) {
  while (atomic_xchg(lock, 1) == 1) {
  }
  found[get_global_linear_id()] = sum[0]++;
  atomic_xchg(lock, 0);
}

kernel void owner(volatile global int* lock, global int* sum, global int* found) {
  const int me = (int)get_global_linear_id() + 1;
  while (atomic_cmpxchg(lock, 0, me) != 0) {
  }
  found[me - 1] = sum[0]++;
  atomic_cmpxchg(lock, me, 0);
}

kernel void done_flag(volatile global int* lock, global int* sum, global int* found) {
  bool done = false;
  while (!done) {
    if (atomic_cmpxchg(lock, 0, 1) == 0) {
      found[get_global_linear_id()] = sum[0]++;
      atomic_xchg(lock, 0);
      done = true;
    }
  }
}

kernel void test_before_exchange(volatile global int* lock, global int* sum, global int* found) {
  while (true) {
    while (*lock != 0) {
    }
    if (atomic_xchg(lock, 1) == 0) break;
  }
  found[get_global_linear_id()] = sum[0]++;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  *lock = 0;
}

kernel void first_attempt_apart(volatile global int* lock, global int* sum, global int* found) {
  if (atomic_xchg(lock, 1) != 0) {
    int pause = 1;
    do {
      for (volatile int i = 0; i < pause; ++i) {
      }
      pause = min(pause * 2, 64);
    } while (atomic_xchg(lock, 1) != 0);
  }
  found[get_global_linear_id()] = sum[0]++;
  atomic_xchg(lock, 0);
}

kernel void functions(volatile global int* lock, global int* sum, global int* found) {
  acquire(lock);
  found[get_global_linear_id()] = sum[0]++;
  release(lock);
}

kernel void some_lanes(volatile global int* lock, global int* sum, global int* found) {
  const size_t i = get_global_linear_id();
  int mine = -1;
  if (i % 3 != 1) {
    acquire(lock);
    mine = sum[0]++;
    release(lock);
  }
  found[i] = mine;
}

kernel void nested(volatile global int* lock, global int* sum, global int* found) {
  acquire(lock);
  acquire(lock + 64);
  const int mine = sum[0]++;
  release(lock + 64);
  release(lock);
  found[get_global_linear_id()] = mine;
}

kernel void hand_over_hand(volatile global int* lock, global int* sum, global int* found) {
  acquire(lock);
  acquire(lock + 64);
  release(lock);
  found[get_global_linear_id()] = sum[0]++;
  release(lock + 64);
}

kernel void early_return(volatile global int* lock, global int* sum, global int* found) {
  const size_t i = get_global_linear_id();
  found[i] = -1;
  acquire(lock);
  if (i % 4 == 2) {
    release(lock);
    return;
  }
  const int mine = sum[0]++;
  release(lock);
  found[i] = mine;
}

kernel void rounds(volatile global int* lock, global int* sum, global int* found) {
  int last = -1;
  for (int round = 0; round < 3; ++round) {
    acquire(lock);
    last = sum[0]++;
    release(lock);
  }
  found[get_global_linear_id()] = last;
}

// The work-items of a bin share its lock; sums of loops run under it too.
kernel void bins(volatile global int* lock, global int* sum, global int* found) {
  const size_t i = get_global_linear_id();
  const size_t bin = i % 5;
  while (atomic_cmpxchg(&lock[bin], 0, 1) != 0) {
  }
  int mine = 0;
  for (int k = 0; k < 4; ++k) {
    if (k == 3) mine = sum[bin];
    sum[bin] += k == 3;
  }
  atomic_xchg(&lock[bin], 0);
  found[i] = mine;
}

kernel void local_lock(volatile global int* lock, global int* sum, global int* found) {
  local int taken, count;
  if (get_local_linear_id() == 0) taken = count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_cmpxchg(&taken, 0, 1) != 0) {
  }
  found[get_global_linear_id()] = count++;
  atomic_xchg(&taken, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_linear_id() == 0) atomic_add((volatile global int*)sum, count);
}

#if __OPENCL_C_VERSION__ >= 200 || defined(__opencl_c_atomic_order_acq_rel)
kernel void flag(volatile global int* lock, global int* sum, global int* found) {
  volatile global atomic_flag* taken = (volatile global atomic_flag*)lock;
  while (atomic_flag_test_and_set_explicit(taken, memory_order_acquire, memory_scope_device)) {
  }
  found[get_global_linear_id()] = sum[0]++;
  atomic_flag_clear_explicit(taken, memory_order_release, memory_scope_device);
}

kernel void expected_again(volatile global int* lock, global int* sum, global int* found) {
  volatile global atomic_int* taken = (volatile global atomic_int*)lock;
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(taken, &expected, 1, memory_order_acquire,
                                                memory_order_relaxed, memory_scope_device)) {
    expected = 0;
  }
  found[get_global_linear_id()] = sum[0]++;
  atomic_store_explicit(taken, 0, memory_order_release, memory_scope_device);
}
#endif
