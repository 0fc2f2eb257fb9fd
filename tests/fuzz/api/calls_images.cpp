// Images and samplers: 5.3 and 5.7. Images are memory objects to all other calls.
#include <CL/cl_ext.h>

#include <algorithm>
#include <array>

#include "calls.h"
#include "support/newer_cl.h"

namespace cleave::test::fuzz::api {
namespace {

constexpr cl_mem_object_type image_types[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

cl_image_format some_format(Random& random) {
  constexpr cl_channel_order orders[] = {CL_R,    CL_RG,   CL_RGBA,  CL_BGRA, CL_A,
                                         CL_RGBx, CL_ABGR, CL_sRGBA, CL_RGB,  CL_DEPTH};
  constexpr cl_channel_type types[] = {
      CL_UNORM_INT8, CL_UNSIGNED_INT8,   CL_SIGNED_INT16,       CL_HALF_FLOAT,
      CL_FLOAT,      CL_UNORM_SHORT_565, CL_UNORM_INT_101010_2, CL_UNORM_INT10X6_EXT};
  if (random.chance(60)) return {CL_RGBA, CL_UNSIGNED_INT8};
  if (random.chance(4))
    return {random.below(8) + CL_R, static_cast<cl_channel_type>(random.next())};
  return {random.pick(orders), random.pick(types)};
}

size_t some_extent(Random& random) {
  const size_t absurd[] = {0, 16385, SIZE_MAX, size_t{1} << 62};
  if (random.chance(4)) return random.pick(absurd);
  return 1 + random.below(12);
}

/// Small numbers, seldom one that overflows.
cl_image_desc some_description(Caller& caller, const void* context) {
  Random& random = caller.random;
  cl_image_desc made = {};
  made.image_type = random.chance(97)
                        ? random.pick(image_types)
                        : CL_MEM_OBJECT_BUFFER + static_cast<cl_mem_object_type>(random.below(12));
  made.image_width = some_extent(random);
  made.image_height = some_extent(random);
  made.image_depth = some_extent(random);
  made.image_array_size = some_extent(random);
  if (random.chance(25))
    made.image_row_pitch = random.chance(90) ? random.below(80) : random.next();
  if (random.chance(15)) {
    made.image_slice_pitch = random.chance(90) ? random.below(900) : random.next();
  }
  if (random.chance(20)) {
    made.num_mip_levels = static_cast<cl_uint>(random.chance(90) ? random.below(6) : random.next());
  }
  if (random.chance(2)) made.num_samples = 1;
  const bool wants_memory = made.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER || random.chance(15);
  if (wants_memory && random.chance(95)) {
    // Only what lives: the loader and the driver may be given any handle, but what it is called to
    // be wrong with is the description.
    made.mem_object = caller.object<cl_mem>(context);
    caller.forget();
  }
  return made;
}

void create_image(Caller& caller) {
  if (!caller.world.may_make(Kind::memory)) return;
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  const cl_image_format format = some_format(random);
  const cl_image_desc made = some_description(caller, context);
  constexpr cl_mem_flags flags[] = {0,
                                    0,
                                    CL_MEM_READ_ONLY,
                                    CL_MEM_WRITE_ONLY,
                                    CL_MEM_USE_HOST_PTR,
                                    CL_MEM_COPY_HOST_PTR,
                                    CL_MEM_COPY_HOST_PTR | support::mem_immutable_ext,
                                    CL_MEM_HOST_NO_ACCESS};
  const cl_mem_flags how = random.chance(97) ? random.pick(flags) : random.next();
  // Computes what the driver may read there: no more than the sizes say, which are small then.
  const bool is_small = made.image_width <= 12 && made.image_height <= 12 &&
                        made.image_depth <= 12 && made.image_array_size <= 12 &&
                        made.image_row_pitch < 100 && made.image_slice_pitch < 1000;
  const bool wants_pointer = (how & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  const bool has_pointer = is_small && random.chance(97) == wants_pointer;
  void* host = has_pointer ? caller.world.host_memory(size_t{1} << 15) : nullptr;
  const cl_image_format* pixels = random.chance(98) ? &format : nullptr;
  const cl_image_desc* shape = random.chance(98) ? &made : nullptr;
  const uint64_t call = random.below(4);
  const bool takes_shape = call != 1 && call != 2;
  if (pixels == nullptr || (shape == nullptr && takes_shape)) caller.must_fail();
  const cl_mem_properties unknown[] = {random.next() | 1, 1, 0};
  const cl_mem_properties* properties = random.chance(97) ? nullptr : unknown;
  Created<cl_mem> created;
  switch (call) {
    case 0:
      created = FUZZ_CREATE(caller, clCreateImageWithProperties, context, properties, how, pixels,
                            shape, host);
      break;
    case 1:
      created = FUZZ_CREATE(caller, clCreateImage2D, context, how, pixels, made.image_width,
                            made.image_height, made.image_row_pitch, host);
      break;
    case 2:
      created = FUZZ_CREATE(caller, clCreateImage3D, context, how, pixels, made.image_width,
                            made.image_height, made.image_depth, made.image_row_pitch,
                            made.image_slice_pitch, host);
      break;
    default:
      created = FUZZ_CREATE(caller, clCreateImage, context, how, pixels, shape, host);
  }
  if (created.handle != nullptr) caller.world.add(Kind::memory, created.handle, context);
}

using Extents = std::array<size_t, 3>;

/// Returns what the image says of its texels along the axes of commands, or zeros if it is none.
Extents extents_of(Caller& caller, cl_mem image) {
  const auto ask = [&](cl_image_info name) {
    size_t size = 0;
    FUZZ_CALL(caller, clGetImageInfo, image, name, sizeof size, static_cast<void*>(&size),
              static_cast<size_t*>(nullptr));
    return size;
  };
  const size_t width = ask(CL_IMAGE_WIDTH);
  if (width == 0) return {};
  const size_t height = ask(CL_IMAGE_HEIGHT);
  const size_t others = std::max({ask(CL_IMAGE_DEPTH), ask(CL_IMAGE_ARRAY_SIZE), size_t{1}});
  return height == 0 ? Extents{width, others, 1} : Extents{width, height, others};
}

/// The handle of a context, or null.
const void* some_context(Caller& caller) {
  const Shared* const found = caller.some_context();
  return found == nullptr ? nullptr : found->handle;
}

/// A memory object, an image of the context by preference, and its extents.
struct SomeImage {
  SomeImage(Caller& caller, const void* context) {
    for (int tries = 0; tries < 12 && extents[0] == 0; ++tries) {
      if (tries % 4 == 3) create_image(caller);
      handle = caller.object<cl_mem>(context);
      extents = extents_of(caller, handle);
    }
  }
  cl_mem handle = nullptr;
  Extents extents = {};
};

/// Origin, with room for a level, and region, of at most 12 texels along an axis: most of them fit
/// into the extents.
struct Texels {
  Texels(Random& random, const Extents& extents) {
    for (size_t i = 0; i < 3; ++i) {
      const size_t size = std::clamp<size_t>(extents[i], 1, 12);
      origin[i] = random.chance(60) ? 0 : random.below(size);
      region[i] = 1 + random.below(size - origin[i]);
      if (random.chance(4)) region[i] += random.below(4);
    }
    if (random.chance(10)) origin[3] = random.below(4);
    if (random.chance(3)) origin[random.below(4)] = random.next();
    if (random.chance(3)) region[random.below(3)] = random.next();
    if (random.chance(20)) row_pitch = random.below(200);
    if (random.chance(20)) slice_pitch = random.below(1000);
  }
  size_t origin[4] = {};
  size_t region[3] = {};
  size_t row_pitch = 0;
  size_t slice_pitch = 0;
};

void use_image(Caller& caller) {
  Random& random = caller.random;
  const void* const context = some_context(caller);
  const SomeImage image(caller, context);
  const SomeImage another(caller, context);
  Extents common = image.extents;
  for (size_t i = 0; i < 3; ++i) common[i] = std::min(common[i], another.extents[i]);
  const Texels texels(random, image.extents), copied(random, common);
  // As many texels as a region has, of 16 bytes, in pitches as large as any here.
  std::byte* const host = caller.world.host_memory(size_t{1} << 16);
  const cl_event* no_events = nullptr;
  cl_event* no_event = nullptr;
  const auto waits = cl_bool{random.chance(30) ? cl_bool{CL_TRUE} : cl_bool{CL_FALSE}};
  const size_t offset = random.chance(95) ? random.below(64) : random.next();
  const auto queue = caller.object<cl_command_queue>(context);
  if (waits != CL_FALSE) caller.may_block();
  switch (random.below(6)) {
    case 0:
      FUZZ_CALL(caller, clEnqueueReadImage, queue, image.handle, waits, texels.origin,
                texels.region, texels.row_pitch, texels.slice_pitch, static_cast<void*>(host), 0U,
                no_events, no_event);
      break;
    case 1:
      FUZZ_CALL(caller, clEnqueueWriteImage, queue, image.handle, waits, texels.origin,
                texels.region, texels.row_pitch, texels.slice_pitch, static_cast<const void*>(host),
                0U, no_events, no_event);
      break;
    case 2:
      FUZZ_CALL(caller, clEnqueueFillImage, queue, image.handle, static_cast<const void*>(host),
                texels.origin, texels.region, 0U, no_events, no_event);
      break;
    case 3:
      FUZZ_CALL(caller, clEnqueueCopyImage, queue, image.handle, another.handle, copied.origin,
                copied.origin, copied.region, 0U, no_events, no_event);
      break;
    case 4:
      FUZZ_CALL(caller, clEnqueueCopyImageToBuffer, queue, image.handle,
                caller.object<cl_mem>(context), texels.origin, texels.region, offset, 0U, no_events,
                no_event);
      break;
    default:
      FUZZ_CALL(caller, clEnqueueCopyBufferToImage, queue, caller.object<cl_mem>(context),
                image.handle, offset, texels.origin, texels.region, 0U, no_events, no_event);
  }
}

/// Maps, and gives the mapping back at once: the image may be released meanwhile.
void map_image(Caller& caller) {
  Random& random = caller.random;
  const void* const context = some_context(caller);
  const SomeImage image(caller, context);
  const Texels texels(random, image.extents);
  const auto queue = caller.object<cl_command_queue>(context);
  constexpr cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                                    CL_MAP_WRITE_INVALIDATE_REGION, 1 << 10};
  size_t row = 0, slice = 0;
  size_t* row_place = random.chance(97) ? &row : nullptr;
  size_t* slice_place = random.chance(80) ? &slice : nullptr;
  if (row_place == nullptr) caller.must_fail();
  const cl_event* no_events = nullptr;
  cl_event* no_event = nullptr;
  const auto mapped = FUZZ_CREATE(caller, clEnqueueMapImage, queue, image.handle, cl_bool{CL_FALSE},
                                  random.pick(flags), texels.origin, texels.region, row_place,
                                  slice_place, 0U, no_events, no_event);
  if (mapped.handle == nullptr) return;
  FUZZ_CALL(caller, clEnqueueUnmapMemObject, queue, image.handle, mapped.handle, 0U, no_events,
            no_event);
}

void ask_images(Caller& caller) {
  Random& random = caller.random;
  const auto memory = caller.object<cl_mem>();
  std::byte place[64];
  const auto name = static_cast<cl_uint>(CL_IMAGE_FORMAT + random.below(14));
  FUZZ_CALL(caller, clGetImageInfo, memory, name, size_t{random.below(sizeof place)},
            static_cast<void*>(place), static_cast<size_t*>(nullptr));
  const auto context = caller.object<cl_context>();
  cl_image_format formats[3];
  cl_uint count = 0;
  FUZZ_CALL(caller, clGetSupportedImageFormats, context, cl_mem_flags{0},
            random.chance(90) ? random.pick(image_types) : cl_mem_object_type{CL_MEM_OBJECT_BUFFER},
            cl_uint{static_cast<cl_uint>(random.below(4))}, random.chance(50) ? formats : nullptr,
            random.chance(80) ? &count : nullptr);
}

void use_sampler(Caller& caller) {
  Random& random = caller.random;
  const auto context = caller.object<cl_context>();
  const auto value = [&](cl_uint first) {
    return static_cast<cl_sampler_properties>(first + random.below(6));
  };
  const cl_sampler_properties properties[] = {
      CL_SAMPLER_NORMALIZED_COORDS + random.below(7), value(CL_ADDRESS_NONE),
      CL_SAMPLER_NORMALIZED_COORDS + random.below(7), value(CL_FILTER_NEAREST), 0};
  const cl_sampler_properties none[] = {0};
  const cl_sampler_properties* lists[] = {nullptr, none, properties};
  const Created<cl_sampler> made =
      random.chance(50)
          ? FUZZ_CREATE(caller, clCreateSampler, context,
                        cl_bool{static_cast<cl_bool>(random.below(2))},
                        static_cast<cl_addressing_mode>(value(CL_ADDRESS_NONE)),
                        static_cast<cl_filter_mode>(CL_FILTER_NEAREST + random.below(3)))
          : FUZZ_CREATE(caller, clCreateSamplerWithProperties, context, random.pick(lists));
  if (made.handle == nullptr) return;
  std::byte place[128];
  FUZZ_CALL(caller, clGetSamplerInfo, made.handle,
            static_cast<cl_uint>(CL_SAMPLER_REFERENCE_COUNT + random.below(10)),
            size_t{random.below(sizeof place)}, static_cast<void*>(place),
            static_cast<size_t*>(nullptr));
  caller.require(FUZZ_CALL(caller, clRetainSampler, made.handle) == CL_SUCCESS,
                 "a sampler is not retained");
  for (int count = 0; count < 2; ++count) {
    caller.require(FUZZ_CALL(caller, clReleaseSampler, made.handle) == CL_SUCCESS,
                   "a sampler is not released");
  }
}

constexpr Action actions[] = {
    {6, create_image}, {8, use_image}, {3, map_image}, {1, ask_images}, {1, use_sampler},
};

}  // namespace

std::span<const Action> image_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
