# The options that every target of the project is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The driver, its compiler module and the tools find each other beside themselves in the build
# tree exactly as they do when installed.
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# The compiler's own functions come from an archive, before libgcc_s, which stays for the unwinder alone: systems with an
# older libgcc_s lack those for half precision, and run what is built here.
set(CMAKE_CXX_STANDARD_LIBRARIES "-lgcc")

add_library(cleave_options INTERFACE)
target_include_directories(cleave_options INTERFACE "${CMAKE_SOURCE_DIR}/src"
                                                    "${CMAKE_BINARY_DIR}/generated")
target_compile_options(cleave_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Werror>
  $<$<COMPILE_LANGUAGE:CXX>:$<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>,-Wshadow>>
  # Algorithms of g++ 12's library call a function that it deprecates, and clang complains of it to those who use them.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>
  # At -O3 g++ 12 takes sums of strings and push_back of literals for copies that overlap or are too long (GCC bug
  # 105651 and its like), and a std::variant of three classes that is moved for uninitialized.
  "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<CONFIG:Release>>:-Wno-maybe-uninitialized;-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
target_compile_definitions(cleave_options INTERFACE
  CL_TARGET_OPENCL_VERSION=300 CL_USE_DEPRECATED_OPENCL_1_0_APIS CL_USE_DEPRECATED_OPENCL_1_1_APIS
  CL_USE_DEPRECATED_OPENCL_1_2_APIS CL_USE_DEPRECATED_OPENCL_2_0_APIS
  CL_USE_DEPRECATED_OPENCL_2_1_APIS CL_USE_DEPRECATED_OPENCL_2_2_APIS)
if(CLEAVE_ASSERTIONS)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
  target_compile_definitions(cleave_options INTERFACE CLEAVE_ASSERTIONS=1)
endif()

# LLVM's static libraries are not instrumented, and its headers change their layout rules under
# AddressSanitizer; so the compiler module stays out of the sanitized build.
add_library(cleave_sanitizers INTERFACE)
if(CLEAVE_SANITIZE)
  target_compile_options(cleave_sanitizers INTERFACE -fsanitize=${CLEAVE_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer
                         # Instrumented, g++ 12 takes every moved std::variant for uninitialized.
                         $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  target_link_options(cleave_sanitizers INTERFACE -fsanitize=${CLEAVE_SANITIZE})
endif()

find_program(CLEAVE_CCACHE ccache)
if(CLEAVE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER "${CLEAVE_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CLEAVE_CCACHE}")
endif()
