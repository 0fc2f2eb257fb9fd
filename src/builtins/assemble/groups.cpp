#include "groups.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "builtins/index_format.h"
#include "traits.h"

namespace cleave::builtins::assemble {
namespace {

constexpr size_t alignment = 16;

using Members = std::vector<llvm::GlobalValue*>;

// "sin" of "_Z3sinDv4_f", "sin half" of "_Z3sinDv4_Dh", so that who uses no halves reads none; a
// name that is not mangled stands for itself.
std::string group_name(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  size_t length = 0;
  const char* const end = name.data() + name.size();
  const auto [after, error] = std::from_chars(name.data() + 2, end, length);
  if (error != std::errc() || after + length > end) return std::string(name);
  std::string group(after, length);
  if (name.find("Dh", static_cast<size_t>(after + length - name.data())) != name.npos) {
    group += " half";
  }
  return group;
}

Members definitions(llvm::Module& library) {
  Members result;
  for (llvm::Function& function : library) {
    if (!function.isDeclaration()) result.push_back(&function);
  }
  for (llvm::GlobalVariable& variable : library.globals()) {
    if (!variable.isDeclaration()) result.push_back(&variable);
  }
  return result;
}

// Groups refer to each other by name.
void expose_local_definitions(const Members& members) {
  for (llvm::GlobalValue* const value : members) {
    if (!value->hasLocalLinkage()) continue;
    value->setName(hidden_prefix + value->getName().str());
    value->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

llvm::GlobalValue* declare(llvm::GlobalValue& value, llvm::Module& module) {
  if (auto* const function = llvm::dyn_cast<llvm::Function>(&value)) {
    llvm::Function* const declaration =
        llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                               function->getAddressSpace(), function->getName(), &module);
    declaration->copyAttributesFrom(function);
    return declaration;
  }
  auto& variable = *llvm::cast<llvm::GlobalVariable>(&value);
  auto* const declaration = new llvm::GlobalVariable(
      module, variable.getValueType(), variable.isConstant(), llvm::GlobalValue::ExternalLinkage,
      nullptr, variable.getName(), nullptr, llvm::GlobalValue::NotThreadLocal,
      variable.getAddressSpace());
  declaration->copyAttributesFrom(&variable);
  return declaration;
}

// Declares in the module of a group what the group refers to.
class DeclareUsed final : public llvm::ValueMaterializer {
 public:
  explicit DeclareUsed(llvm::Module& module) : module_(module) {}

  llvm::Value* materialize(llvm::Value* value) override {
    auto* const global = llvm::dyn_cast<llvm::GlobalValue>(value);
    return global == nullptr ? nullptr : declare(*global, module_);
  }

 private:
  llvm::Module& module_;
};

void copy_definition(llvm::GlobalValue& from, llvm::ValueToValueMapTy& map, DeclareUsed& used) {
  if (auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&from)) {
    llvm::cast<llvm::GlobalVariable>(map[variable])
        ->setInitializer(
            llvm::MapValue(variable->getInitializer(), map, llvm::RF_None, nullptr, &used));
    return;
  }
  auto& function = *llvm::cast<llvm::Function>(&from);
  auto* const copy = llvm::cast<llvm::Function>(map[&function]);
  for (size_t i = 0; i < function.arg_size(); ++i) map[function.getArg(i)] = copy->getArg(i);
  llvm::SmallVector<llvm::ReturnInst*, 8> returns;
  llvm::CloneFunctionInto(copy, &function, map, llvm::CloneFunctionChangeType::DifferentModule,
                          returns, "", nullptr, nullptr, &used);
}

std::string bitcode_of(const Members& members, const llvm::Module& library) {
  llvm::Module module("cleave_builtins", library.getContext());
  module.setTargetTriple(library.getTargetTriple());
  module.setDataLayout(library.getDataLayout());
  llvm::ValueToValueMapTy map;
  for (llvm::GlobalValue* const member : members) map[member] = declare(*member, module);
  DeclareUsed used(module);
  for (llvm::GlobalValue* const member : members) copy_definition(*member, map, used);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return bytes;
}

struct Name {
  std::string text;
  uint32_t group;
  uint32_t traits;
};

size_t aligned(size_t offset) {
  return (offset + alignment - 1) / alignment * alignment;
}

template <class T>
void put(std::string& bytes, size_t offset, const T& value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

std::string lay_out(const std::vector<Name>& names, const std::vector<std::string>& modules) {
  const size_t groups_at = sizeof(IndexHeader) + names.size() * sizeof(IndexName);
  std::string bytes(groups_at + modules.size() * sizeof(IndexGroup), '\0');
  put(bytes, 0,
      IndexHeader{static_cast<uint32_t>(names.size()), static_cast<uint32_t>(modules.size())});
  for (size_t i = 0; i < names.size(); ++i) {
    put(bytes, sizeof(IndexHeader) + i * sizeof(IndexName),
        IndexName{static_cast<uint32_t>(bytes.size()), static_cast<uint32_t>(names[i].text.size()),
                  names[i].group, names[i].traits});
    bytes += names[i].text;
  }
  for (size_t i = 0; i < modules.size(); ++i) {
    bytes.resize(aligned(bytes.size()));
    put(bytes, groups_at + i * sizeof(IndexGroup),
        IndexGroup{static_cast<uint32_t>(bytes.size()), static_cast<uint32_t>(modules[i].size())});
    bytes += modules[i];
  }
  return bytes;
}

}  // namespace

std::string write_groups(llvm::Module& library) {
  const Members members = definitions(library);
  const std::map<const llvm::Function*, uint32_t> traits = find_traits(library);
  expose_local_definitions(members);
  std::map<std::string, Members> groups;
  for (llvm::GlobalValue* const member : members) {
    groups[group_name(member->getName())].push_back(member);
  }
  std::vector<Name> names;
  std::vector<std::string> modules;
  for (const auto& [source, group] : groups) {
    for (const llvm::GlobalValue* const member : group) {
      const auto* const function = llvm::dyn_cast<llvm::Function>(member);
      uint32_t own = function == nullptr ? 0 : traits.at(function);
      if (!member->getName().starts_with(hidden_prefix)) {
        own |= static_cast<uint32_t>(Trait::is_public);
      }
      names.push_back({member->getName().str(), static_cast<uint32_t>(modules.size()), own});
    }
    modules.push_back(bitcode_of(group, library));
  }
  std::ranges::sort(names, {}, &Name::text);
  return lay_out(names, modules);
}

}  // namespace cleave::builtins::assemble
