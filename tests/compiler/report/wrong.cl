kernel void wrong(global int* a) { a[0] = unknown; }
