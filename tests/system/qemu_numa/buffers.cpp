// Tests where buffers lie, and whether migration moves them.
#include <sys/mman.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "opencl.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

std::vector<cl_device_id> node_parts() {
  std::vector<cl_device_id> parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  if (parts.size() != 2) throw std::runtime_error("there are not two parts by NUMA node");
  return parts;
}

std::string name_of(size_t bytes) {
  return bytes < 1024       ? std::to_string(bytes) + " B"
         : bytes < mebibyte ? std::to_string(bytes >> 10) + " KiB"
                            : std::to_string(bytes >> 20) + " MiB";
}

struct Way {
  const char* name;
  cl_mem_flags flags;
};
constexpr Way ways[] = {{"filled", CL_MEM_READ_WRITE},
                        {"CL_MEM_ALLOC_HOST_PTR, filled", CL_MEM_ALLOC_HOST_PTR},
                        {"CL_MEM_COPY_HOST_PTR", CL_MEM_COPY_HOST_PTR}};

/// From a thread on the other node, in a context of one part; every block was used before, on this
/// node or the other one.
void check_buffers_of(const Session& session, int node, size_t bytes, const Way& way,
                      bool is_reported) {
  std::vector<unsigned char> host(bytes, 3);
  const bool is_copied = way.flags == CL_MEM_COPY_HOST_PTR;
  const cl_mem buffer = session.make_buffer(bytes, way.flags, is_copied ? host.data() : nullptr);
  if (!is_copied) session.fill(0, buffer, bytes, 3);
  const unsigned char* contents = session.address(buffer, bytes);
  const auto pages = nodes_of_pages(contents, bytes);
  const std::string what = name_of(bytes) + " in a context of the part of node " +
                           std::to_string(node) + ", " + way.name + ": " + pages_text(pages);
  check(all_on(pages, node), what);
  check(std::memcmp(contents, host.data(), bytes) == 0, what + ": wrong contents");
  if (bytes == 16 * mebibyte && is_reported)
    seen(what + "; numa_maps: " + numa_maps_line(contents));
  clReleaseMemObject(buffer);
}

}  // namespace

void buffers_lie_on_their_node() {
  const std::vector<cl_device_id> parts = node_parts();
  const Session first({parts[0]}), second({parts[1]});
  const Processors& all = allowed_processors();
  for (int turn = 0; turn < 2; ++turn) {
    for (const size_t bytes :
         {size_t{64}, size_t{4096}, size_t{65536}, mebibyte, 4 * mebibyte, 16 * mebibyte}) {
      for (const Way& way : ways) {
        for (const int node : {0, 1}) {
          bind_to(processors_of_node(1 - node));
          check_buffers_of(node == 0 ? first : second, node, bytes, way, turn == 1);
          bind_to(all);
        }
      }
    }
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

void first_touch_decides_between_parts() {
  const std::vector<cl_device_id> parts = node_parts();
  const Session both(parts);
  for (int turn = 0; turn < 2; ++turn) {
    for (const size_t bytes : {size_t{4096}, size_t{65536}, mebibyte, 16 * mebibyte}) {
      for (const int node : {0, 1}) {
        const cl_mem buffer = both.make_buffer(bytes);
        both.fill(static_cast<size_t>(node), buffer, bytes, 5);
        const auto pages = nodes_of_pages(both.address(buffer, bytes), bytes);
        const std::string what = name_of(bytes) +
                                 " in a context of both parts, filled by that of node " +
                                 std::to_string(node) + ": " + pages_text(pages);
        check(all_on(pages, node), what);
        if (turn == 1) seen(what);
        clReleaseMemObject(buffer);
      }
    }
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

namespace {

void migrate(const Session& session, int node, cl_mem buffer, cl_mem_migration_flags flags) {
  const cl_command_queue queue = session.queue(static_cast<size_t>(node));
  check_call(clEnqueueMigrateMemObjects(queue, 1, &buffer, flags, 0, nullptr, nullptr),
             "clEnqueueMigrateMemObjects");
  check_call(clFinish(queue), "clFinish");
}

void check_migration(const Session& session, cl_mem buffer, size_t bytes, const char* name,
                     bool keeps_contents) {
  const unsigned char* contents = session.address(buffer, bytes);
  for (const int node : {1, 0, 1}) {
    migrate(session, node, buffer, keeps_contents ? 0 : CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
    const auto pages = nodes_of_pages(contents, bytes);
    const std::string what = std::string(name) + ", " + name_of(bytes) + ", migrated to node " +
                             std::to_string(node) + ": " + pages_text(pages);
    check(all_on(pages, node), what);
    seen(what);
    if (!keeps_contents) continue;
    const std::vector<unsigned char> right(bytes, 9);
    check(std::memcmp(contents, right.data(), bytes) == 0, what + ": wrong contents");
  }
}

}  // namespace

void migration_moves_buffers() {
  const std::vector<cl_device_id> parts = node_parts();
  const Session both(parts);
  for (const size_t bytes : {size_t{65536}, 4 * mebibyte}) {
    const cl_mem buffer = both.make_buffer(bytes);
    both.fill(0, buffer, bytes, 9);
    check_migration(both, buffer, bytes, "a buffer", true);
    check_migration(both, buffer, bytes, "a buffer without contents", false);
    clReleaseMemObject(buffer);
  }
  const size_t bytes = 2 * mebibyte;
  std::vector<unsigned char> host(bytes + 4096, 9);
  auto* aligned = reinterpret_cast<unsigned char*>((reinterpret_cast<size_t>(host.data()) + 4095) /
                                                   4096 * 4096);
  const cl_mem used = both.make_buffer(bytes, CL_MEM_USE_HOST_PTR, aligned);
  check_migration(both, used, bytes, "CL_MEM_USE_HOST_PTR", true);
  clReleaseMemObject(used);

  // Huge pages move as a whole, so that a half must consist of such.
  const size_t whole_bytes = 8 * mebibyte;
  const cl_mem whole = both.make_buffer(whole_bytes);
  both.fill(0, whole, whole_bytes, 9);
  cl_buffer_region region{whole_bytes / 2, whole_bytes / 2};
  cl_int status = CL_SUCCESS;
  const cl_mem half =
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  check_call(status, "clCreateSubBuffer");
  migrate(both, 1, half, 0);
  const auto pages = nodes_of_pages(both.address(whole, whole_bytes), whole_bytes);
  const std::string what =
      "a buffer whose second half was migrated as a sub-buffer: " + pages_text(pages);
  check(pages.size() == 2 && pages.contains(0) && pages.at(0) == pages.at(1), what);
  const std::vector<unsigned char> right(whole_bytes, 9);
  check(std::memcmp(both.address(whole, whole_bytes), right.data(), whole_bytes) == 0,
        what + ": wrong contents");
  seen(what);
  clReleaseMemObject(half);
  clReleaseMemObject(whole);
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

void the_kernel_tells_nodes_apart() {
  // Without this, the checks above could pass on a system that reports one node for everything.
  const Processors& all = allowed_processors();
  for (const int node : {0, 1}) {
    bind_to(processors_of_node(node));
    constexpr size_t bytes = 8 * mebibyte;
    void* own = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) throw std::runtime_error("mmap");
    std::memset(own, 1, bytes);
    const auto pages = nodes_of_pages(own, bytes);
    munmap(own, bytes);
    check(all_on(pages, node),
          "memory of a thread of node " + std::to_string(node) + ": " + pages_text(pages));
  }
  bind_to(all);
}

}  // namespace cleave::test::qemu_numa
