"""Builds a program in C with the table of functions as an earlier header had it, shorter than today's: older_table.py COMPILER
HEADER LIBRARY_FOLDER. The library must serve it, and refuse a program that was compiled with a later version of the table."""
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, header, libraries = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
LAST = "pointer_device"  # of the earlier table

PROGRAM = r"""
#include <stdio.h>
#include "abi.h"
static int fail(const char* what, cleave_sycl_error* error) {
  printf("%s: %s\n", what, error == NULL ? "wrong" : error->text);
  return 1;
}
int main(void) {
  const cleave_sycl_api* api = __cleave_sycl_api(CLEAVE_SYCL_API_VERSION);
  if (__cleave_sycl_api(CLEAVE_SYCL_API_VERSION + 1) != NULL) return fail("a later version", NULL);
  if (api == NULL || api->bytes <= sizeof(cleave_sycl_api)) return fail("the table", NULL);
  const cleave_sycl_selection any = {sizeof any, NULL, 0, NULL, 0};
  cleave_sycl_device* device;
  cleave_sycl_queue* queue;
  cleave_sycl_event* event;
  cleave_sycl_error* error = api->select_device(&any, &device);
  if (error != NULL) return fail("select_device", error);
  const cleave_sycl_queue_request request = {sizeof request, 0, NULL, device, {{NULL, NULL}, NULL}};
  if ((error = api->create_queue(&request, &queue)) != NULL) return fail("create_queue", error);
  const cleave_sycl_usm_request memory = {sizeof memory, CLEAVE_SYCL_USM_SHARED, api->queue_context(queue), device,
                                          400 * sizeof(int), 0};
  void* place;
  if ((error = api->allocate(&memory, &place)) != NULL || place == NULL) return fail("allocate", error);
  const int pattern = 42;
  if ((error = api->fill_memory(queue, NULL, place, &pattern, sizeof pattern, 200, &event)) != NULL) {
    return fail("fill_memory", error);
  }
  cleave_sycl_event* const first[] = {event};
  const cleave_sycl_group after = {.bytes = sizeof after, .dependencies = first, .dependency_count = 1};
  int* const numbers = place;
  error = api->copy_memory(queue, &after, numbers + 200, numbers, 200 * sizeof(int), NULL);
  if (error != NULL || (error = api->wait_queue(queue)) != NULL) return fail("copy_memory", error);
  for (int i = 0; i < 400; ++i) {
    if (numbers[i] != 42) return fail("the contents", NULL);
  }
  error = api->free(api->queue_context(queue), place);
  if (error != NULL) return fail("free", error);
  error = api->fill_memory(queue, NULL, NULL, &pattern, sizeof pattern, 1, NULL);
  if (error == NULL || error->bytes < sizeof(cleave_sycl_error) || error->text[0] == 0) return fail("an error", NULL);
  api->release_error(error);
  api->release(event);
  api->release(queue);
  api->release(device);
  printf("all right\n");
  return 0;
}
"""

text = header.read_text()
begin = text.index("typedef struct cleave_sycl_api {")
last = re.compile(rf"\(\*{LAST}\)\([^;]*;").search(text, begin).end()
end = text.index("} cleave_sycl_api;")
if not text[last:end].strip():
    sys.exit(f"{LAST} is the last function of today's table")
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    (folder / "abi.h").write_text(text[:last] + "\n" + text[end:])
    for name in ("abi_objects.h", "unit.h"):
        (folder / name).write_text((header.parent / name).read_text())
    (folder / "main.c").write_text(PROGRAM)
    subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "main.c", f"-L{libraries}", "-lcleave-sycl",
                    f"-Wl,-rpath,{libraries}", "-o", "main"], cwd=folder, check=True)
    sys.exit(subprocess.run(["./main"], cwd=folder, check=False).returncode)
