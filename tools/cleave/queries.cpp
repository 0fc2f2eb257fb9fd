#include "queries.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string_view>

#include "support/newer_cl.h"
#include "text.h"

namespace cleave::tool {
namespace {

struct Query {
  cl_uint name;
  const char* token;
  std::string_view type;  // the C type of the answer, text, or list<type>
};

// The driver's tables: their expressions are its own affair.
constexpr Query platform_queries[] = {
#define CLEAVE_QUERY(token, type, ...) {token, #token, #type},
#include "api/info/platform.def"
#undef CLEAVE_QUERY
};
constexpr Query device_queries[] = {
#define CLEAVE_QUERY(token, type, ...) {token, #token, #type},
#include "api/info/device.def"
#undef CLEAVE_QUERY
};

// A device without the extension does not know these queries.
constexpr cl_uint extension_queries[] = {
    CL_DEVICE_HALF_FP_CONFIG,  // cl_khr_fp16
                               // cl_khr_spirv_queries
    CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, CL_DEVICE_SPIRV_EXTENSIONS_KHR,
    CL_DEVICE_SPIRV_CAPABILITIES_KHR,
    // cl_khr_device_uuid
    CL_DEVICE_UUID_KHR, CL_DRIVER_UUID_KHR, CL_DEVICE_LUID_VALID_KHR, CL_DEVICE_LUID_KHR,
    CL_DEVICE_NODE_MASK_KHR,
    // cl_khr_command_buffer
    CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
    CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
    CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
    // cl_khr_command_buffer_mutable_dispatch
    CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR,
    // cl_khr_semaphore
    CL_DEVICE_SEMAPHORE_TYPES_KHR, CL_PLATFORM_SEMAPHORE_TYPES_KHR};

struct Capability {
  cl_uint number;
  const char* name;
};
constexpr Capability capabilities[] = {
#define CLEAVE_CAPABILITY(name, number, ...) {number, #name},
#include "spirv/capabilities.def"
};

struct ValueName {
  std::string_view type;
  uint64_t value;
  const char* token;
  bool is_flag;
};
constexpr ValueName value_names[] = {
#define CLEAVE_FLAG(type, token) {#type, token, #token, true},
#define CLEAVE_VALUE(type, token) {#type, token, #token, false},
#include "value_names.def"
#undef CLEAVE_FLAG
#undef CLEAVE_VALUE
};

/// The bytes of an answer.
using Bytes = std::vector<char>;

template <class T>
std::vector<T> values_in(const Bytes& data) {
  std::vector<T> values(data.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), data.data(), values.size() * sizeof(T));
  return values;
}

/// A number of any width.
uint64_t number_in(const Bytes& data) {
  uint64_t number = 0;
  std::memcpy(&number, data.data(), std::min(data.size(), sizeof number));  // little-endian
  return number;
}

std::string version_text(cl_version version) {
  return std::to_string(CL_VERSION_MAJOR(version)) + "." +
         std::to_string(CL_VERSION_MINOR(version)) + "." +
         std::to_string(CL_VERSION_PATCH(version));
}

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

/// The name of one of several values, or the number itself.
std::string name_of(std::string_view type, uint64_t value) {
  for (const ValueName& name : value_names) {
    if (name.type == type && !name.is_flag && name.value == value) return name.token;
  }
  return std::to_string(value);
}

std::vector<std::string> flags_in(std::string_view type, uint64_t value) {
  std::vector<std::string> flags;
  for (const ValueName& name : value_names) {
    if (name.type != type || !name.is_flag || (value & name.value) == 0) continue;
    flags.emplace_back(name.token);
    value &= ~name.value;
  }
  if (value != 0) flags.push_back(hexadecimal(value));
  return flags;
}

bool has_flags(std::string_view type) {
  return std::ranges::any_of(
      value_names, [&](const ValueName& name) { return name.is_flag && name.type == type; });
}
bool has_names(std::string_view type) {
  return std::ranges::any_of(
      value_names, [&](const ValueName& name) { return !name.is_flag && name.type == type; });
}

void show_words(Answer& answer, const std::vector<std::string>& words) {
  answer.text = words.empty() ? "none" : joined(words, ", ");
  answer.json = json_list(words);
}

void show_versions(Answer& answer, const std::vector<cl_name_version>& versions) {
  std::vector<std::string> words;
  Json::List list;
  for (const cl_name_version& entry : versions) {
    words.push_back(std::string(entry.name) + " " + version_text(entry.version));
    list.push_back(Json::Object{{"name", entry.name}, {"version", version_text(entry.version)}});
  }
  show_words(answer, words);
  answer.json = std::move(list);
}

void show_texts(Answer& answer, const std::vector<const char*>& texts) {
  show_words(answer, {texts.begin(), texts.end()});
}

void show_capabilities(Answer& answer, const std::vector<cl_uint>& numbers) {
  std::vector<std::string> words;
  for (const cl_uint number : numbers) {
    const auto* known = std::ranges::find(capabilities, number, &Capability::number);
    words.push_back(known == std::end(capabilities) ? std::to_string(number) : known->name);
  }
  show_words(answer, words);
}

void show_families(Answer& answer, const std::vector<cl_queue_family_properties_intel>& families) {
  std::vector<std::string> words;
  Json::List list;
  for (const cl_queue_family_properties_intel& family : families) {
    const std::string number = std::to_string(family.count);
    words.push_back(std::string(family.name) + " (" + number +
                    (family.count == 1 ? " queue)" : " queues)"));
    list.push_back(Json::Object{{"name", family.name}, {"count", family.count}});
  }
  show_words(answer, words);
  answer.json = std::move(list);
}

/// As RFC 9562 has it: 01234567-89ab-cdef-0123-456789abcdef.
void show_uuid(Answer& answer, const Bytes& data) {
  for (size_t i = 0; i < data.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) answer.text += '-';
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned char>(data[i]));
    answer.text += two;
  }
  answer.json = answer.text;
}

/// A list of which 0 is the end, if it has one.
template <class Property>
void show_named(Answer& answer, std::string_view type, const std::vector<Property>& properties) {
  std::vector<std::string> words;
  for (const Property property : properties) {
    if (property == 0) break;
    words.push_back(name_of(type, static_cast<uint64_t>(property)));
  }
  show_words(answer, words);
}

void show_number(Answer& answer, const Query& query, uint64_t number) {
  answer.text = std::to_string(number);
  answer.json = number;
  // The queries that count bytes and have large answers are of this type.
  const bool counts_bytes = query.type == "cl_ulong" && std::strstr(query.token, "SIZE") != nullptr;
  if (counts_bytes && number >= 1024) answer.text += " (" + bytes(number) + ")";
}

void show(Answer& answer, const Query& query, const Bytes& data) {
  const std::string_view type = query.type;
  if (type == "text") {
    const std::string text(data.data(), data.empty() ? 0 : data.size() - 1);  // less the final zero
    answer.text = text.empty() ? "none" : text;
    answer.json = text;
  } else if (type == "cl_bool") {
    answer.json = number_in(data) != 0;
    answer.text = number_in(data) != 0 ? "yes" : "no";
  } else if (type == "cl_version") {
    answer.text = version_text(static_cast<cl_version>(number_in(data)));
    answer.json = answer.text;
  } else if (type == "cl_platform_id" || type == "cl_device_id") {
    answer.text = number_in(data) == 0 ? "none" : hexadecimal(number_in(data));
    if (number_in(data) != 0) answer.json = answer.text;
  } else if (type == "Uuid") {
    show_uuid(answer, data);
  } else if (type == "list<size_t>") {
    const auto numbers = values_in<size_t>(data);
    std::vector<std::string> words;
    for (size_t number : numbers) words.push_back(std::to_string(number));
    show_words(answer, words);
    answer.json = json_list(numbers);
  } else if (type == "list<const char*>") {
    show_texts(answer, values_in<const char*>(data));
  } else if (query.name == CL_DEVICE_SPIRV_CAPABILITIES_KHR) {
    show_capabilities(answer, values_in<cl_uint>(data));
  } else if (type == "list<cl_name_version>") {
    show_versions(answer, values_in<cl_name_version>(data));
  } else if (type == "list<cl_queue_family_properties_intel>") {
    show_families(answer, values_in<cl_queue_family_properties_intel>(data));
  } else if (type == "list<cl_device_partition_property>") {
    show_named(answer, "cl_device_partition_property",
               values_in<cl_device_partition_property>(data));
  } else if (type == "list<cl_device_partition_property_ext>") {
    show_named(answer, "cl_device_partition_property_ext",
               values_in<cl_device_partition_property_ext>(data));
  } else if (type == "list<cl_semaphore_type_khr>") {
    show_named(answer, "cl_semaphore_type_khr", values_in<cl_semaphore_type_khr>(data));
  } else if (has_flags(type)) {
    show_words(answer, flags_in(type, number_in(data)));
  } else if (has_names(type)) {
    answer.text = name_of(type, number_in(data));
    answer.json = answer.text;
  } else {
    show_number(answer, query, number_in(data));
  }
}

using Ask = std::function<cl_int(cl_uint name, size_t size, void* value, size_t* size_ret)>;

Answer answer_to(const Query& query, const Ask& ask) {
  Answer answer{query.token, "", Json(), false};
  size_t size = 0;
  cl_int status = ask(query.name, 0, nullptr, &size);
  Bytes data(size);
  if (status == CL_SUCCESS && size > 0) status = ask(query.name, size, data.data(), nullptr);
  if (status == CL_SUCCESS) {
    show(answer, query, data);
  } else if (status == CL_INVALID_VALUE && std::ranges::count(extension_queries, query.name) > 0) {
    answer.text = "not offered";
  } else {
    answer.text = "error " + std::to_string(status);
    answer.json = Json::Object{{"error", std::to_string(status)}};
    answer.failed = true;
  }
  return answer;
}

}  // namespace

std::vector<Answer> queries_of(cl_platform_id platform) {
  const Ask ask = [platform](cl_uint name, size_t size, void* value, size_t* size_ret) {
    return clGetPlatformInfo(platform, name, size, value, size_ret);
  };
  std::vector<Answer> answers;
  for (const Query& query : platform_queries) answers.push_back(answer_to(query, ask));
  return answers;
}

std::vector<Answer> queries_of(cl_device_id device) {
  const Ask ask = [device](cl_uint name, size_t size, void* value, size_t* size_ret) {
    return clGetDeviceInfo(device, name, size, value, size_ret);
  };
  std::vector<Answer> answers;
  for (const Query& query : device_queries) answers.push_back(answer_to(query, ask));
  return answers;
}

bool any_failed(const std::vector<Answer>& answers) {
  return std::ranges::any_of(answers, &Answer::failed);
}

std::string describe(const std::vector<Answer>& answers) {
  size_t width = 0;
  for (const Answer& answer : answers) width = std::max(width, std::strlen(answer.token));
  std::string text;
  for (const Answer& answer : answers) {
    text += "  ";
    text += answer.token;
    text += std::string(width + 2 - std::strlen(answer.token), ' ') + answer.text + "\n";
  }
  return text;
}

Json to_json(const std::vector<Answer>& answers) {
  Json::Object object;
  for (const Answer& answer : answers) object.emplace_back(answer.token, answer.json);
  return object;
}

}  // namespace cleave::tool
