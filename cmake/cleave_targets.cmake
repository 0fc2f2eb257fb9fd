# These are the headers that most passes include, and no others: g++ instantiates the templates that
# precompiled headers use anew in each file, which takes a second for <llvm/Passes/PassBuilder.h> alone.
set(cleave_llvm_headers
  <algorithm> <map> <memory> <optional> <string> <vector>
  <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h> <llvm/IR/IntrinsicInst.h>
  <llvm/IR/Module.h>)

# cleave_unite_sources(TARGET): twelve files become one for the compiler where CLEAVE_UNITED_SOURCES says so, six where
# headers are precompiled: most of the time that each takes alone goes into headers that the others include too. So names in the
# anonymous namespaces of a target differ. A name that hides one of another file is no mistake, nor is a type
# of such a namespace in what looks to g++ like a header: cleave_compile_options.cmake leaves out these warnings.
function(cleave_unite_sources target)
  if(CLEAVE_UNITED_SOURCES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# cleave_layer(NAME SOURCES file... DEPENDS target... [UNSANITIZED] [PRECOMPILED] [UNITED])
# A layer of the architecture: the static library cleave_NAME, made of one folder of src/. PRECOMPILED:
# of so many files that include these headers that reading them once pays for the ten seconds that
# it takes. UNITED: cleave_unite_sources; layers of the driver are not where speed counts: with api, support and the
# interface united a launch took 378 ns instead of 349.
function(cleave_layer name)
  cmake_parse_arguments(LAYER "UNSANITIZED;PRECOMPILED;UNITED" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(cleave_${name} STATIC ${LAYER_SOURCES})
  target_link_libraries(cleave_${name} PUBLIC cleave_options ${LAYER_DEPENDS})
  if(NOT LAYER_UNSANITIZED)
    target_link_libraries(cleave_${name} PUBLIC cleave_sanitizers)
  endif()
  if(CLEAVE_PRECOMPILED_HEADERS AND LAYER_PRECOMPILED)
    target_precompile_headers(cleave_${name} PRIVATE ${cleave_llvm_headers})
  endif()
  if(LAYER_UNITED)
    cleave_unite_sources(cleave_${name})
  endif()
  if(LAYER_PRECOMPILED)
    set_target_properties(cleave_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 6)
  else()
    set_target_properties(cleave_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()

# cleave_embed(TARGET SYMBOL FILE): FILE becomes the byte array SYMBOL_begin .. SYMBOL_end of TARGET.
function(cleave_embed target symbol file)
  set(assembly "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.S")
  file(CONFIGURE OUTPUT "${assembly}" @ONLY CONTENT
".section .rodata
.hidden @symbol@_begin
.hidden @symbol@_end
.global @symbol@_begin
.global @symbol@_end
.balign 16
@symbol@_begin:
.incbin \"@file@\"
@symbol@_end:
.byte 0
.section .note.GNU-stack,\"\",@progbits
")
  set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${file}")
  target_sources(${target} PRIVATE "${assembly}")
endfunction()

# cleave_own_runtime(TARGET): what is installed has a C++ library of its own, hidden as the rest of it. Applications,
# and the allocators that they are run with, replace operator new and delete for every library in the process,
# early or late, all forms or some; what one side gave the other then frees. Ours end in malloc and free, of which
# a process has one. The unwinder stays the system's: exceptions of applications, and threads that are cancelled, pass
# through our frames. Sanitizers replace operators and exceptions, so their builds have the library of the program.
function(cleave_own_runtime target)
  if(CLEAVE_SANITIZE)
    return()
  endif()
  # Half of what C++'s library brings is used by nothing here, and nothing of z3, which LLVM's list of libraries names.
  target_link_options(${target} PRIVATE -static-libstdc++ -shared-libgcc LINKER:--gc-sections LINKER:--as-needed)
endfunction()
