// Tests where images lie, and whether migration moves them.
#include <string>
#include <vector>

#include "opencl.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

constexpr size_t width = 1000, height = 1024, texel_bytes = 4;

class Image {
 public:
  /// With memory of its own; undefined.
  explicit Image(const Session& session) : session_(session) {
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int status = CL_SUCCESS;
    image_ = clCreateImage(session.context(), CL_MEM_READ_WRITE, &format, &description, nullptr,
                           &status);
    check_call(status, "clCreateImage");
  }
  ~Image() { clReleaseMemObject(image_); }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  void fill(size_t queue) const {
    const cl_float colour[4] = {0.25F, 0.5F, 0.75F, 1};
    const size_t origin[3] = {}, region[3] = {width, height, 1};
    check_call(clEnqueueFillImage(session_.queue(queue), image_, colour, origin, region, 0, nullptr,
                                  nullptr),
               "clEnqueueFillImage");
    check_call(clFinish(session_.queue(queue)), "clFinish");
  }
  void migrate(size_t queue) const {
    check_call(
        clEnqueueMigrateMemObjects(session_.queue(queue), 1, &image_, 0, 0, nullptr, nullptr),
        "clEnqueueMigrateMemObjects");
    check_call(clFinish(session_.queue(queue)), "clFinish");
  }
  /// The pages of each node, without touching them.
  [[nodiscard]] std::map<int, size_t> pages() const {
    const size_t origin[3] = {}, region[3] = {width, height, 1};
    size_t row_pitch = 0;
    cl_int status = CL_SUCCESS;
    void* const texels =
        clEnqueueMapImage(session_.queue(0), image_, CL_TRUE, CL_MAP_READ, origin, region,
                          &row_pitch, nullptr, 0, nullptr, nullptr, &status);
    check_call(status, "clEnqueueMapImage");
    auto found = nodes_of_pages(static_cast<const unsigned char*>(texels),
                                (height - 1) * row_pitch + width * texel_bytes);
    check_call(clEnqueueUnmapMemObject(session_.queue(0), image_, texels, 0, nullptr, nullptr),
               "clEnqueueUnmapMemObject");
    check_call(clFinish(session_.queue(0)), "clFinish");
    return found;
  }

 private:
  const Session& session_;
  cl_mem image_ = nullptr;
};

void check_on(const std::map<int, size_t>& pages, int node, const std::string& what) {
  const std::string text = what + ": " + pages_text(pages);
  check(pages.size() == 1 && pages.begin()->first == node, text);
  seen(text);
}

}  // namespace

void images_lie_on_their_node() {
  const auto parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Processors& all = allowed_processors();
  for (const int node : {0, 1}) {
    const Session one({parts[static_cast<size_t>(node)]});
    bind_to(processors_of_node(1 - node));
    const Image image(one);
    image.fill(0);
    bind_to(all);
    check_on(image.pages(), node, "an image of the part of node " + std::to_string(node));
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

void migration_moves_images() {
  const auto parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Session both(parts);
  for (const size_t node : {size_t{0}, size_t{1}}) {
    const Image image(both);
    image.fill(node);
    const std::string name = std::to_string(node);
    check_on(image.pages(), static_cast<int>(node),
             "an image that the part of node " + name + " touches first");
    image.migrate(1 - node);
    check_on(image.pages(), static_cast<int>(1 - node), "the same image, migrated");
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace cleave::test::qemu_numa
