// application WHEN [LIBRARY]: what a C program does with OpenCL, under an allocator that a library has
// (preloaded, before_driver, after_driver, after_compiler) or this program itself (built_in): builds with logs,
// binaries, links, kernels, callbacks. Exits with 0 when all of it is right, with 77 where there is no such library.
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT 1024

static void require(int is_so, const char* what) {
  if (is_so) return;
  fprintf(stderr, "failed: %s\n", what);
  exit(1);
}

static void check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "failed: %s: %d\n", what, error);
  exit(1);
}

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void open_driver(void) {
  cl_platform_id platforms[16], found = NULL;
  cl_uint count = 0;
  cl_int error = clGetPlatformIDs(16, platforms, &count);
  check(error, "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char name[64] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    if (strcmp(name, "Cleave") == 0) found = platforms[i];
  }
  require(found != NULL, "there is Cleave");
  check(clGetDeviceIDs(found, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
}

static cl_program with_source(const char* text) {
  cl_int error = CL_SUCCESS;
  const cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  check(error, "clCreateProgramWithSource");
  return program;
}

// The program's log has the text.
static int log_says(cl_program program, const char* text) {
  size_t bytes = 0;
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes), "the log");
  char* const log = malloc(bytes + 1);
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL), "the log");
  log[bytes] = 0;
  const int says = strstr(log, text) != NULL;
  if (!says) fprintf(stderr, "the log lacks '%s': %s\n", text, log);
  free(log);
  return says;
}

static void CL_CALLBACK count_end(cl_event event, cl_int status, void* ended) {
  (void)event;
  (void)status;
  __atomic_fetch_add((int*)ended, 1, __ATOMIC_RELEASE);
}

// The kernel "add" of the program adds the number.
static void run(cl_program program, cl_uint number) {
  cl_int error = CL_SUCCESS;
  cl_uint values[COUNT];
  for (cl_uint i = 0; i < COUNT; ++i) values[i] = i;
  const cl_kernel kernel = clCreateKernel(program, "add", &error);
  check(error, "clCreateKernel");
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof number, &number), "clSetKernelArg");
  const size_t global = COUNT, local = 64;
  static int ended = 0;
  const int wanted = ended + 1;
  cl_event event = NULL;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event), "launch");
  check(clSetEventCallback(event, CL_COMPLETE, count_end, &ended), "clSetEventCallback");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "read");
  while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) != wanted) usleep(100);
  for (cl_uint i = 0; i < COUNT; ++i) require(values[i] == i + number, "sums are right");
  clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

// A program that is built again from its binary does the same.
static void run_binary(cl_program program, cl_uint number) {
  size_t bytes = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL), "its size");
  unsigned char* const binary = malloc(bytes);
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, (void*)&binary, NULL),
        "its binary");
  cl_int error = CL_SUCCESS;
  const cl_program again = clCreateProgramWithBinary(context, 1, &device, &bytes,
                                                     (const unsigned char**)&binary, NULL, &error);
  check(error, "clCreateProgramWithBinary");
  free(binary);
  check(clBuildProgram(again, 1, &device, "", NULL, NULL), "a binary is built");
  run(again, number);
  clReleaseProgram(again);
}

static void run_linked(cl_uint number) {
  const cl_program header = with_source("uint sum(uint left, uint right);\n");
  const cl_program caller = with_source(
      "#include \"folder/a_header_with_a_name_that_no_short_string_holds.h\"\n"
      "kernel void add(global uint *p, uint n) {"
      "  p[get_global_id(0)] = sum(p[get_global_id(0)], n); }");
  const cl_program called = with_source("uint sum(uint left, uint right) { return left + right; }");
  const char* name = "folder/a_header_with_a_name_that_no_short_string_holds.h";
  check(clCompileProgram(caller, 1, &device, "", 1, &header, &name, NULL, NULL), "it compiles");
  check(clCompileProgram(called, 1, &device, "", 0, NULL, NULL, NULL, NULL), "it compiles");
  const cl_program parts[] = {caller, called};
  cl_int error = CL_SUCCESS;
  const cl_program linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &error);
  check(error, "clLinkProgram");
  run(linked, number);
  for (int i = 0; i < 2; ++i) clReleaseProgram(parts[i]);
  clReleaseProgram(header);
  clReleaseProgram(linked);
}

static void use_compiler(cl_uint number) {
  const cl_program wrong = with_source("kernel void add(global uint *p) { *p = undeclared_here; }");
  require(clBuildProgram(wrong, 1, &device, "", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE, "it fails");
  require(log_says(wrong, "undeclared_here"), "the log says why");
  clReleaseProgram(wrong);
  const cl_program right = with_source(
      "#warning a warning that is longer than strings which need no memory\n"
      "kernel void add(global uint *p, uint n) {"
      "  local uint shared[64]; shared[get_local_id(0)] = p[get_global_id(0)];"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  p[get_global_id(0)] = shared[get_local_id(0)] + n; }");
  check(clBuildProgram(right, 1, &device, "-cl-kernel-arg-info -D A_NAME_AS_LONG_AS_THIS_ONE=1 -g",
                       NULL, NULL),
        "clBuildProgram");
  require(log_says(right, "a warning that is longer"), "the log warns");
  run(right, number);
  run_binary(right, number + 1);
  clReleaseProgram(right);
  run_linked(number + 2);
}

static void load(const char* library, int flags) {
  if (dlopen(library, flags) != NULL) return;
  const char* const problem = dlerror();
  printf("skipped: %s: %s\n", library, problem != NULL ? problem : "it is not there");
  exit(77);
}

static int use(const char* when, const char* library) {
  // The dynamic linker only warns of one that it does not find.
  if (strcmp(when, "preloaded") == 0) load(library, RTLD_NOW | RTLD_NOLOAD);
  if (strcmp(when, "before_driver") == 0) load(library, RTLD_NOW | RTLD_GLOBAL);
  open_driver();
  if (strcmp(when, "after_driver") == 0) load(library, RTLD_NOW | RTLD_GLOBAL);
  use_compiler(7);
  if (strcmp(when, "after_compiler") == 0) load(library, RTLD_NOW | RTLD_GLOBAL);
  use_compiler(107);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}

// Runs this program again as it is to be, with compiler processes or without.
static int run_again(char** arguments, const char* process) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("CLEAVE_COMPILER_PROCESS", process, 1);
    setenv("CLEAVE_CACHE", "0", 1);
    // Allocators that are not preloaded want more thread-local memory than libraries usually find.
    setenv("GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=65536", 1);
    setenv("ALLOCATOR_TEST_RUNS", "1", 1);
    if (strcmp(arguments[1], "preloaded") == 0) setenv("LD_PRELOAD", arguments[2], 1);
    execv("/proc/self/exe", arguments);
    _exit(1);
  }
  int status = 0;
  require(child > 0 && waitpid(child, &status, 0) == child, "a process runs");
  if (WIFSIGNALED(status)) fprintf(stderr, "ended by signal %d\n", WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char** argv) {
  require(argc >= 2, "it is told when");
  if (getenv("ALLOCATOR_TEST_RUNS") != NULL) return use(argv[1], argv[2]);
  const int inside = run_again(argv, "0");
  return inside != 0 ? inside : run_again(argv, "1");
}
