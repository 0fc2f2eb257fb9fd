void f(generic int* p) {}
kernel void k(queue_t q) { enqueue_marker(q, 0, 0, 0); }
