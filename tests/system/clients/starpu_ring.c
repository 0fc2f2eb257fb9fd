// Tasks of StarPU on OpenCL devices, in each process of a job that mpirun has started: blocks of numbers, each of
// which becomes a mean of itself and its neighbours, step after step. StarPU brings neighbours from other processes.
// Each process says on which devices its tasks ran, and the first one compares the numbers with its own.
#define CL_TARGET_OPENCL_VERSION 120
#include <math.h>
#include <stdint.h>
#include <starpu.h>
#include <starpu_mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 8, SIZE = 4096, STEPS = 6 };

static const char SOURCE[] = "kernel void mean(global float *result, global const float *left, global const float *middle,\n"
                             "                 global const float *right) {\n"
                             "  size_t i = get_global_id(0);\n"
                             "  result[i] = 0.25f * left[i] + 0.5f * middle[i] + 0.25f * right[i];\n"
                             "}\n";

static struct starpu_opencl_program program;
static int tasks[STARPU_NMAXWORKERS];

static void mean_on_opencl(void *buffers[], void *argument) {
  (void)argument;
  const int worker = starpu_worker_get_id_check();
  cl_kernel kernel;
  cl_command_queue queue;
  if (starpu_opencl_load_kernel(&kernel, &queue, &program, "mean", starpu_worker_get_devid(worker)) != CL_SUCCESS) {
    abort();
  }
  for (cl_uint i = 0; i < 4; i++) {
    cl_mem memory = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffers[i]);
    if (clSetKernelArg(kernel, i, sizeof memory, &memory) != CL_SUCCESS) {
      abort();
    }
  }
  const size_t global = SIZE;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL) != CL_SUCCESS ||
      clFinish(queue) != CL_SUCCESS) {
    abort();
  }
  starpu_opencl_release_kernel(kernel);
  __atomic_fetch_add(&tasks[worker], 1, __ATOMIC_RELAXED);
}

static struct starpu_codelet mean = {
    .opencl_funcs = {mean_on_opencl},
    .nbuffers = 4,
    .modes = {STARPU_W, STARPU_R, STARPU_R, STARPU_R},
};

// Returns a number of a block as it is before step 0.
static float first(int block, int i) { return (float)((block * 37 + i * 11) % 101); }

static void compute_on_host(float numbers[BLOCKS][SIZE]) {
  static float before[BLOCKS][SIZE];
  for (int step = 0; step < STEPS; step++) {
    for (int block = 0; block < BLOCKS; block++) {
      for (int i = 0; i < SIZE; i++) {
        before[block][i] = numbers[block][i];
      }
    }
    for (int block = 0; block < BLOCKS; block++) {
      for (int i = 0; i < SIZE; i++) {
        numbers[block][i] = 0.25f * before[(block + BLOCKS - 1) % BLOCKS][i] + 0.5f * before[block][i] +
                            0.25f * before[(block + 1) % BLOCKS][i];
      }
    }
  }
}

int main(int argument_count, char **arguments) {
  if (starpu_mpi_init_conf(&argument_count, &arguments, 1, MPI_COMM_WORLD, NULL) != 0) {
    return 77;
  }
  const int rank = starpu_mpi_world_rank();
  const int ranks = starpu_mpi_world_size();
  if (starpu_opencl_load_opencl_from_string(SOURCE, &program, NULL) != CL_SUCCESS) {
    return 1;
  }
  static float numbers[2][BLOCKS][SIZE];
  starpu_data_handle_t handles[2][BLOCKS];
  for (int half = 0; half < 2; half++) {
    for (int block = 0; block < BLOCKS; block++) {
      const int owner = block * ranks / BLOCKS;
      for (int i = 0; i < SIZE; i++) {
        numbers[half][block][i] = first(block, i);
      }
      starpu_vector_data_register(&handles[half][block], owner == rank ? STARPU_MAIN_RAM : -1,
                                  (uintptr_t)numbers[half][block], SIZE, sizeof(float));
      starpu_mpi_data_register(handles[half][block], half * BLOCKS + block, owner);
    }
  }
  for (int step = 0; step < STEPS; step++) {
    starpu_data_handle_t *before = handles[step % 2];
    for (int block = 0; block < BLOCKS; block++) {
      starpu_mpi_task_insert(MPI_COMM_WORLD, &mean, STARPU_W, handles[1 - step % 2][block], STARPU_R,
                             before[(block + BLOCKS - 1) % BLOCKS], STARPU_R, before[block], STARPU_R,
                             before[(block + 1) % BLOCKS], 0);
    }
  }
  static float expected[BLOCKS][SIZE];
  int bad = 0;
  for (int block = 0; block < BLOCKS; block++) {
    for (int i = 0; i < SIZE; i++) {
      expected[block][i] = first(block, i);
    }
  }
  compute_on_host(expected);
  for (int block = 0; block < BLOCKS; block++) {
    starpu_data_handle_t handle = handles[STEPS % 2][block];
    starpu_mpi_get_data_on_node(MPI_COMM_WORLD, handle, 0);
    if (rank == 0) {
      starpu_data_acquire(handle, STARPU_R);
      const float *result = (const float *)starpu_data_get_local_ptr(handle);
      for (int i = 0; i < SIZE; i++) {
        bad += !(fabsf(result[i] - expected[block][i]) < 1e-4f);
      }
      starpu_data_release(handle);
    }
  }
  starpu_mpi_wait_for_all(MPI_COMM_WORLD);
  for (int worker = 0; worker < (int)starpu_worker_get_count(); worker++) {
    char name[128];
    starpu_worker_get_name(worker, name, sizeof name);
    printf("process %d of %d: %d tasks on %s\n", rank, ranks, tasks[worker], name);
  }
  if (rank == 0) {
    printf("%d blocks: %s\n", BLOCKS, bad == 0 ? "right" : "WRONG");
  }
  for (int half = 0; half < 2; half++) {
    for (int block = 0; block < BLOCKS; block++) {
      starpu_data_unregister(handles[half][block]);
    }
  }
  starpu_opencl_unload_opencl(&program);
  starpu_mpi_shutdown();
  return bad != 0;
}
