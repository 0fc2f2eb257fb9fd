#include "compiler/cxx/embed_pass.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/cxx/attribute_rewriter.h"
#include "compiler/cxx/device_result.h"

namespace cleave::compiler::cxx {
namespace {

constexpr const char* unit_name = "cleave_sycl_this_unit";  // include/sycl/detail/unit.h
constexpr uint32_t unit_version = 1;

/// Before static initialisers, and behind destructors: the first that is not the system's.
constexpr int registration_priority = 101;

/// The data that one unit's object file has beside its code.
class UnitData {
 public:
  UnitData(llvm::Module& module, const DeviceResult& result)
      : module_(module),
        result_(result),
        i32_(llvm::Type::getInt32Ty(module.getContext())),
        i64_(llvm::Type::getInt64Ty(module.getContext())),
        pointer_(llvm::PointerType::get(module.getContext(), 0)) {}

  void add() {
    auto* type = llvm::StructType::get(
        module_.getContext(),
        {i32_, i32_, pointer_, i64_, pointer_, i64_, pointer_, i64_});  // struct cleave_sycl_unit
    unit_ = constant(type, nullptr, llvm::GlobalValue::InternalLinkage, "cleave_sycl_unit");
    // The order of these decides that of the symbols.
    llvm::SmallVector<llvm::Constant*> wanted;
    for (const ExternalFunction& function : result_.externals) {
      llvm::GlobalVariable* symbol = device_symbol(function);
      if (!function.is_defined) wanted.push_back(symbol);
    }
    const uint64_t bytes = module_.getDataLayout().getTypeAllocSize(type);
    unit_->setInitializer(llvm::ConstantStruct::get(
        type,
        {number(i32_, unit_version), number(i32_, bytes), data(result_.image, "cleave_sycl_image"),
         number(i64_, result_.image.size()), list(wanted), number(i64_, wanted.size()),
         data(result_.spirv, "cleave_sycl_spirv"), number(i64_, result_.spirv.size())}));
    take_place_of_declaration();
    add_registration("__cleave_sycl_register", "cleave_sycl.register", llvm::appendToGlobalCtors);
    add_registration("__cleave_sycl_unregister", "cleave_sycl.unregister",
                     llvm::appendToGlobalDtors);
  }

 private:
  static llvm::Constant* number(llvm::Type* type, uint64_t value) {
    return llvm::ConstantInt::get(type, value);
  }

  llvm::GlobalVariable* constant(llvm::Type* type, llvm::Constant* value,
                                 llvm::GlobalValue::LinkageTypes linkage, const llvm::Twine& name) {
    auto* variable = new llvm::GlobalVariable(module_, type, true, linkage, value, name);
    // Zones of address sanitizer around these would be read by others as their contents.
    llvm::GlobalValue::SanitizerMetadata unwatched;
    unwatched.NoAddress = unwatched.NoHWAddress = true;
    variable->setSanitizerMetadata(unwatched);
    return variable;
  }

  /// Null where there are no bytes.
  llvm::Constant* data(const std::string& content, const char* name) {
    if (content.empty()) return llvm::ConstantPointerNull::get(pointer_);
    auto* bytes = llvm::ConstantDataArray::getString(module_.getContext(), content, false);
    auto* data = constant(bytes->getType(), bytes, llvm::GlobalValue::PrivateLinkage, name);
    data->setSection(".rodata.cleave_sycl");
    data->setAlignment(llvm::Align(16));
    return data;
  }

  /// The list lies where the dynamic linker may write, also in code for fixed addresses: else a
  /// symbol of a shared library would be copied into the program.
  llvm::Constant* list(llvm::ArrayRef<llvm::Constant*> wanted) {
    if (wanted.empty()) return llvm::ConstantPointerNull::get(pointer_);
    auto* type = llvm::ArrayType::get(pointer_, wanted.size());
    auto* data = constant(type, llvm::ConstantArray::get(type, wanted),
                          llvm::GlobalValue::PrivateLinkage, "cleave_sycl_wanted");
    data->setConstant(false);
    data->setSection(".data.rel.ro.cleave_sycl");
    return data;
  }

  /// `M.device` of a SYCL_EXTERNAL function M has the linkage of M on the host, so that the linker
  /// finds it, in archives too, or complains of it.
  llvm::GlobalVariable* device_symbol(const ExternalFunction& function) {
    const std::string name = function.symbol + ".device";
    auto* symbol =
        constant(pointer_, function.is_defined ? unit_ : nullptr, linkage_of(function), name);
    switch (function.visibility) {
      case Visibility::standard:
        break;
      case Visibility::hidden:
        symbol->setVisibility(llvm::GlobalValue::HiddenVisibility);
        break;
      case Visibility::exported_only:
        symbol->setVisibility(llvm::GlobalValue::ProtectedVisibility);
        break;
    }
    if (function.is_defined && function.sharing == Sharing::any_of_many) {
      symbol->setComdat(module_.getOrInsertComdat(name));
    }
    return symbol;
  }

  static llvm::GlobalValue::LinkageTypes linkage_of(const ExternalFunction& function) {
    if (function.sharing == Sharing::weak) {
      return function.is_defined ? llvm::GlobalValue::WeakAnyLinkage
                                 : llvm::GlobalValue::ExternalWeakLinkage;
    }
    // No initializer of C++ reads it, so nothing but linkage keeps it.
    return function.is_defined && function.sharing == Sharing::any_of_many
               ? llvm::GlobalValue::WeakODRLinkage
               : llvm::GlobalValue::ExternalLinkage;
  }

  void take_place_of_declaration() {
    llvm::GlobalVariable* declaration = module_.getNamedGlobal(unit_name);
    if (declaration == nullptr) return;
    declaration->replaceAllUsesWith(unit_);
    declaration->eraseFromParent();
  }

  using Append = void (*)(llvm::Module&, llvm::Function*, int, llvm::Constant*);

  /// A function that calls `name` with the unit, where the library is linked at all.
  void add_registration(const char* name, const char* own_name, Append append) {
    auto* none = llvm::Type::getVoidTy(module_.getContext());
    llvm::FunctionCallee called = module_.getOrInsertFunction(name, none, pointer_);
    auto* library = llvm::cast<llvm::Function>(called.getCallee());
    library->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
    auto* function = llvm::Function::createWithDefaultAttr(llvm::FunctionType::get(none, false),
                                                           llvm::GlobalValue::InternalLinkage, 0,
                                                           own_name, &module_);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::LLVMContext& context = module_.getContext();
    auto* entry = llvm::BasicBlock::Create(context, "entry", function);
    auto* call = llvm::BasicBlock::Create(context, "call", function);
    auto* exit = llvm::BasicBlock::Create(context, "exit", function);
    llvm::IRBuilder<> builder(entry);
    builder.CreateCondBr(builder.CreateIsNotNull(library), call, exit);
    builder.SetInsertPoint(call);
    builder.CreateCall(called, {unit_});
    builder.CreateBr(exit);
    builder.SetInsertPoint(exit);
    builder.CreateRetVoid();
    append(module_, function, registration_priority, nullptr);
  }

  llvm::Module& module_;
  const DeviceResult& result_;
  llvm::Type* i32_;
  llvm::Type* i64_;
  llvm::PointerType* pointer_;
  llvm::GlobalVariable* unit_ = nullptr;
};

/// Attributes of kernels are nothing to the host, and its list of annotations would keep functions.
void remove_annotations(llvm::Module& module) {
  llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr || !list->hasInitializer()) return;
  llvm::SmallVector<llvm::Constant*> kept;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(
        llvm::cast<llvm::Constant>(use)->getOperand(1)->stripPointerCasts());
    const auto* bytes = text != nullptr && text->hasInitializer()
                            ? llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer())
                            : nullptr;
    const bool is_ours = bytes != nullptr && bytes->isCString() &&
                         bytes->getAsCString().starts_with(annotation_prefix);
    if (!is_ours) kept.push_back(llvm::cast<llvm::Constant>(use));
  }
  if (kept.size() == list->getInitializer()->getNumOperands()) return;
  if (!kept.empty()) {
    auto* type = llvm::ArrayType::get(kept.front()->getType(), kept.size());
    auto* shorter = new llvm::GlobalVariable(module, type, false, list->getLinkage(),
                                             llvm::ConstantArray::get(type, kept));
    shorter->setSection(list->getSection());
    shorter->takeName(list);
  }
  list->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses EmbedPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  remove_annotations(module);
  const DeviceResult* result = result_();
  if (result == nullptr || result->image.empty()) return llvm::PreservedAnalyses::none();
  UnitData(module, *result).add();
  return llvm::PreservedAnalyses::none();
}

}  // namespace cleave::compiler::cxx
