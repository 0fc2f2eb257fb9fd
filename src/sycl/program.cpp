// Builds programs of the images of units, once for each context and device.
#include "sycl/program.h"

#include <algorithm>
#include <compare>
#include <cstring>
#include <map>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "device_image/image.h"
#include "sycl/kernel_needs.h"
#include "sycl/symbol_name.h"

namespace cleave::sycl {
namespace {

/// Says what a program is made of, and for what.
struct Key {
  std::vector<Checksum> code;  // that of the unit first
  std::string kernel;          // the only one that the program has; empty: all
  uint64_t context = 0;
  uint64_t device = 0;
  auto operator<=>(const Key&) const = default;
};

struct Programs {
  std::shared_mutex mutex;
  std::map<Key, std::shared_ptr<UnitProgram>> by_key;
};
Programs& programs() {
  static auto* const made = new Programs;
  return *made;
}

/// Forgets the programs whose keys the predicate names.
template <class Predicate>
void forget_if(const Predicate& is_meant) {
  Programs& all = programs();
  std::vector<std::shared_ptr<UnitProgram>> gone;  // destroyed without the lock
  const std::unique_lock lock(all.mutex);
  for (auto at = all.by_key.begin(); at != all.by_key.end();) {
    if (!is_meant(at->first)) {
      ++at;
      continue;
    }
    gone.push_back(std::move(at->second));
    at = all.by_key.erase(at);
  }
}

std::string log_of(cl_program program, cl_device_id device) {
  size_t bytes = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

bool takes_images_of(const std::vector<const cleave_sycl_unit*>& units, const Device& device) {
  return device.takes_images() && std::ranges::all_of(units, [](const cleave_sycl_unit* unit) {
           return has_image_code(*unit);
         });
}

/// More kernels than these are not read together: each gets a program of its own when it is launched first. Of 500 kernels
/// one is launched after 76 ms in place of 1,000.
constexpr size_t most_kernels_of_program = 8;

/// The symbols of an image's kernels.
using Symbols = std::unordered_set<std::string>;

/// The symbols of images whose kernels have been launched.
struct KnownSymbols {
  std::shared_mutex mutex;
  std::unordered_map<Checksum, std::shared_ptr<const Symbols>> by_image;
};
KnownSymbols& known_symbols() {
  static auto* const made = new KnownSymbols;
  return *made;
}

/// Returns the symbols of a unit's kernels.
Symbols read_symbols(const cleave_sycl_unit& unit) {
  const auto* const bytes = static_cast<const std::byte*>(unit.image);
  const device_image::Blob blob = device_image::read_blob({bytes, unit.image_bytes});
  if (!blob.problem.empty()) return {};  // the driver tells
  Symbols symbols;
  for (const auto& kernel : device_image::read_table(blob.images.front()).kernels)
    symbols.insert(kernel.symbol);
  return symbols;
}

/// Reads each image once: to check one of 500 kernels takes as long as a launch.
std::shared_ptr<const Symbols> symbols_of(const cleave_sycl_unit& unit) {
  const Checksum image = checksum_of(unit);
  KnownSymbols& known = known_symbols();
  {
    const std::shared_lock lock(known.mutex);
    if (const auto at = known.by_image.find(image); at != known.by_image.end()) return at->second;
  }
  auto read = std::make_shared<const Symbols>(read_symbols(unit));
  const std::unique_lock lock(known.mutex);
  return known.by_image.try_emplace(image, std::move(read)).first->second;
}

/// Returns the symbol if its program has no other kernel, else "": of a kernel that the device cannot run the others know
/// nothing.
std::string kernel_alone(const std::vector<const cleave_sycl_unit*>& units, const char* symbol,
                         const Device& device) {
  if (!takes_images_of(units, device)) return {};
  const auto symbols = symbols_of(*units.front());
  const bool has_few = symbols->size() <= most_kernels_of_program;
  if (has_few && meets_all_needs(*units.front(), device)) return {};
  return symbols->contains(symbol) ? symbol : "";
}

/// Returns why a device does not take what the units have.
std::string reason_against(const Device& device) {
  if (device.takes_images()) {
    return "takes device images of Cleave, and not every unit of the program has one with code: "
           "compile all with "
           "--image=both";
  }
  if (device.takes_spirv()) {
    return "takes SPIR-V, which the program has not: compile it with --image=both";
  }
  return "takes no device images of Cleave, and no SPIR-V, which --image=both would add for "
         "drivers that do";
}

/// Returns what clCreateProgramWithIL takes: the images one behind the other, or one module of SPIR-V.
std::vector<unsigned char> language_of(const std::vector<const cleave_sycl_unit*>& units,
                                       const Device& device) {
  std::vector<unsigned char> bytes;
  const auto add = [&](const void* data, uint64_t count) {
    const auto* const begin = static_cast<const unsigned char*>(data);
    bytes.insert(bytes.end(), begin, begin + count);
  };
  const cleave_sycl_unit& first = *units.front();
  if (takes_images_of(units, device)) {
    for (const cleave_sycl_unit* unit : units) add(unit->image, unit->image_bytes);
  } else if (device.takes_spirv() && first.spirv != nullptr) {
    // It wants no other unit: the compiler writes no SPIR-V of kernels that do.
    add(first.spirv, first.spirv_bytes);
  } else {
    fail(Code::kernel_not_supported,
         "the device '" + device.text(CL_DEVICE_NAME) + "' " + reason_against(device));
  }
  return bytes;
}

/// "the kernel 'NAME' (FILE:LINE)".
std::string describe(const device_image::KernelRow& kernel) {
  std::string text = "the kernel";
  if (!kernel.name.empty()) text += " '" + kernel.name + "'";
  if (!kernel.file.empty()) text += " (" + kernel.file + ":" + std::to_string(kernel.line) + ")";
  return text;
}

/// The description of a kernel of the unit's image; empty: it has no such kernel.
std::string description_in(const cleave_sycl_unit& unit, const char* symbol) {
  if (unit.image == nullptr) return {};
  const auto* const bytes = static_cast<const std::byte*>(unit.image);
  const device_image::Blob blob = device_image::read_blob({bytes, unit.image_bytes});
  for (const device_image::ImageView& image : blob.images) {
    for (const device_image::KernelRow& kernel : device_image::read_table(image).kernels) {
      if (kernel.symbol == symbol) return describe(kernel);
    }
  }
  return {};
}

}  // namespace

UnitProgram::~UnitProgram() {
  if (id_ != nullptr) clReleaseProgram(id_);
}

void UnitProgram::create(const std::vector<const cleave_sycl_unit*>& units,
                         const std::string& kernel, NativeContext& context, const Device& device) {
  const std::vector<unsigned char> language = language_of(units, device);
  cl_int error = CL_SUCCESS;
  id_ = clCreateProgramWithIL(context.id(), language.data(), language.size(), &error);
  check(error, "clCreateProgramWithIL");
  const cl_device_id its_device = device.id();
  const std::string options = kernel.empty() ? "" : "-cleave-kernel=" + kernel;
  error = clBuildProgram(id_, 1, &its_device, options.c_str(), nullptr, nullptr);
  if (error == CL_BUILD_PROGRAM_FAILURE) {
    throw Failure{Code::build, "the device code cannot be built: " + log_of(id_, its_device),
                  error};
  }
  check(error, "clBuildProgram");
}

void UnitProgram::build(const std::vector<const cleave_sycl_unit*>& units,
                        const std::string& kernel, NativeContext& context, const Device& device) {
  const std::lock_guard lock(mutex_);
  if (failure_) throw Failure(*failure_);
  if (id_ != nullptr) return;
  try {
    create(units, kernel, context, device);
  } catch (const Failure& failure) {
    failure_ = failure;
    throw;
  }
}

std::shared_ptr<UnitProgram> find_program(const cleave_sycl_unit& unit, const char* symbol,
                                          NativeContext& context, Device& device) {
  const std::vector<const cleave_sycl_unit*> units = units_of_program(unit);
  const std::string kernel = kernel_alone(units, symbol, device);
  Key key{{}, kernel, context.number(), device.number()};
  for (const cleave_sycl_unit* each : units) key.code.push_back(checksum_of(*each));
  Programs& all = programs();
  std::shared_ptr<UnitProgram> found;
  {
    const std::shared_lock lock(all.mutex);
    if (const auto at = all.by_key.find(key); at != all.by_key.end()) found = at->second;
  }
  if (!found) {
    const std::unique_lock lock(all.mutex);
    std::shared_ptr<UnitProgram>& place = all.by_key[std::move(key)];
    if (!place) place = std::make_shared<UnitProgram>();
    found = place;
  }
  found->build(units, kernel, context, device);
  return found;
}

void forget_programs(Checksum code) {
  {
    KnownSymbols& known = known_symbols();
    const std::unique_lock lock(known.mutex);
    known.by_image.erase(code);
  }
  forget_needs(code);
  forget_if([&](const Key& key) { return std::ranges::count(key.code, code) != 0; });
}

void forget_programs_of(uint64_t device) {
  forget_if([&](const Key& key) { return key.device == device; });
}

void forget_programs_in(uint64_t context) {
  forget_if([&](const Key& key) { return key.context == context; });
}

std::string describe_kernel(const cleave_sycl_unit& unit, const char* symbol) {
  std::string text = description_in(unit, symbol);
  return text.empty() ? "the " + describe_symbol(symbol) : text;
}

std::string describe_kernel(const std::string& symbol) {
  std::string found;
  const bool is_unloaded = all_units([&](const cleave_sycl_unit& unit) {
    found = description_in(unit, symbol.c_str());
    return found.empty();
  });
  return is_unloaded ? "the " + describe_symbol(symbol.c_str()) : found;
}

std::string describe_launched(const std::string& function) {
  const bool is_of_unit = function.starts_with("_Z");
  return is_of_unit ? describe_kernel(function) : "the kernel '" + function + "' of OpenCL";
}

std::string describe_symbol(const char* symbol) {
  return "kernel '" + demangled(symbol) + "'";
}

}  // namespace cleave::sycl
