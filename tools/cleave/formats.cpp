#include "formats.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "support/newer_cl.h"
#include "text.h"

namespace cleave::tool {
namespace {

template <class Value>
struct Named {
  Value value;
  std::string_view name;
};

constexpr Named<cl_mem_object_type> image_types[] = {
    {CL_MEM_OBJECT_IMAGE1D, "1D"},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "1D of buffers"},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "1D array"},
    {CL_MEM_OBJECT_IMAGE2D, "2D"},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "2D array"},
    {CL_MEM_OBJECT_IMAGE3D, "3D"},
};
constexpr Named<cl_mem_flags> image_accesses[] = {
    {CL_MEM_READ_ONLY, "read"},
    {CL_MEM_WRITE_ONLY, "write"},
    {CL_MEM_KERNEL_READ_AND_WRITE, "read and write in one kernel"},
};

constexpr Named<cl_channel_order> channel_orders[] = {
#define CLEAVE_CHANNEL_ORDER(order, ...) {order, #order},
#include "builtins/image_formats.def"
};
constexpr Named<cl_channel_type> channel_types[] = {
#define CLEAVE_CHANNEL_TYPE(type, ...) {type, #type},
#define CLEAVE_PACKED_TYPE(type, ...) {type, #type},
#include "builtins/image_formats.def"
};

template <class Names, class Value>
std::string name_of(const Names& names, Value value) {
  for (const auto& named : names) {
    if (named.value == value) return std::string(named.name);
  }
  return std::to_string(value);
}

std::vector<cl_image_format> formats_of(cl_context context, cl_mem_flags access,
                                        cl_mem_object_type type) {
  cl_uint count = 0;
  if (clGetSupportedImageFormats(context, access, type, 0, nullptr, &count) != CL_SUCCESS) {
    return {};
  }
  std::vector<cl_image_format> formats(count);
  if (count != 0) {
    clGetSupportedImageFormats(context, access, type, count, formats.data(), nullptr);
  }
  return formats;
}

/// Bits that say which of a table's entries hold.
using Set = unsigned;

template <class Names>
std::vector<std::string> names_in(Set set, const Names& names) {
  std::vector<std::string> list;
  for (size_t i = 0; i < std::size(names); ++i) {
    if ((set >> i & 1) != 0) list.emplace_back(names[i].name);
  }
  return list;
}

}  // namespace

std::vector<FormatGroup> format_groups(cl_device_id device) {
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  if (status != CL_SUCCESS) return {};
  struct Use {
    Set types = 0, accesses = 0;
  };
  std::vector<std::pair<cl_image_format, Use>> uses;  // in the order of the driver
  for (size_t type = 0; type < std::size(image_types); ++type) {
    for (size_t access = 0; access < std::size(image_accesses); ++access) {
      for (const cl_image_format& format :
           formats_of(context, image_accesses[access].value, image_types[type].value)) {
        auto known = std::ranges::find_if(uses, [&](const auto& use) {
          return use.first.image_channel_order == format.image_channel_order &&
                 use.first.image_channel_data_type == format.image_channel_data_type;
        });
        if (known == uses.end()) known = uses.insert(uses.end(), {format, {}});
        known->second.types |= Set{1} << type;
        known->second.accesses |= Set{1} << access;
      }
    }
  }
  clReleaseContext(context);
  std::vector<FormatGroup> groups;
  std::map<std::pair<Set, Set>, size_t> group_of;
  for (const auto& [format, use] : uses) {
    const auto [group, is_new] = group_of.try_emplace({use.types, use.accesses}, groups.size());
    if (is_new) {
      groups.push_back(
          {names_in(use.types, image_types), names_in(use.accesses, image_accesses), {}});
    }
    groups[group->second].formats.push_back(
        {name_of(channel_orders, format.image_channel_order),
         name_of(channel_types, format.image_channel_data_type)});
  }
  return groups;
}

std::string describe(const std::vector<FormatGroup>& groups) {
  std::string text;
  for (const FormatGroup& group : groups) {
    text += "  " + joined(group.types, ", ") + ": kernels " + joined(group.accesses, ", ") + '\n';
    std::vector<std::pair<std::string, std::string>> lines;  // an order, and its types
    for (const auto& [order, type] : group.formats) {
      auto line = std::ranges::find(lines, order, &std::pair<std::string, std::string>::first);
      if (line == lines.end()) line = lines.insert(lines.end(), {order, ""});
      line->second += ' ' + type.substr(std::string_view("CL_").size());
    }
    for (const auto& [order, types] : lines) text += "    " + order + ":" + types + '\n';
  }
  return text;
}

Json to_json(const std::vector<FormatGroup>& groups) {
  Json::List list;
  for (const FormatGroup& group : groups) {
    for (const auto& [order, type] : group.formats) {
      list.emplace_back(Json::Object{{"order", order},
                                     {"type", type},
                                     {"images", json_list(group.types)},
                                     {"kernels", json_list(group.accesses)}});
    }
  }
  return list;
}

}  // namespace cleave::tool
