#include "topology/uuid.h"

#include <sha2.h>

#include <algorithm>
#include <fstream>
#include <vector>

namespace cleave::topology {
namespace {

/// machine-id(5): "uninitialized" stands there until the first start of the system has ended.
bool is_number(const std::string& line) {
  return line.size() == 32 && line.find_first_not_of("0123456789abcdef") == std::string::npos &&
         line.find_first_not_of('0') != std::string::npos;
}

}  // namespace

Uuid uuid_of(std::string_view text) {
  // Nobody can tell the machine's number from it, which machine-id(5) asks for.
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const uint8_t*>(text.data()), text.size());
  std::array<uint8_t, SHA256_DIGEST_LENGTH> hash{};
  SHA256Final(hash.data(), &context);
  Uuid uuid{};
  std::copy_n(hash.begin(), uuid.size(), uuid.begin());
  uuid[6] = static_cast<uint8_t>(0x80 | (uuid[6] & 0x0f));  // the version
  uuid[8] = static_cast<uint8_t>(0x80 | (uuid[8] & 0x3f));  // the variant
  return uuid;
}

std::string read_machine_id(const std::filesystem::path& root) {
  for (const char* path : {"etc/machine-id", "var/lib/dbus/machine-id"}) {
    std::ifstream file(root / path);
    std::string line;
    if (std::getline(file, line) && is_number(line)) return line;
  }
  return "";
}

Uuid device_uuid(const std::string& machine_id, const std::string& description,
                 const Machine& machine, const UnitSet& units) {
  std::string text = "cleave device\n";
  text += machine_id.empty() ? "processor " + machine.processor_name : "machine " + machine_id;
  text += "\n" + description + "\n";
  std::vector<uint32_t> processors = machine.processors_of(units);
  std::ranges::sort(processors);
  for (const uint32_t processor : processors) text += std::to_string(processor) + " ";
  return uuid_of(text);
}

}  // namespace cleave::topology
