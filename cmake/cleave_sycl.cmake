# How SYCL programs of the project are compiled: by the cleave-c++ that is built, as users compile theirs.

# cleave_sycl_program(NAME SOURCES file... [OPTIONS option...] [LIBRARIES library...] [SHARED] [FOLDER folder])
# The target sycl_NAME makes the program bin/FOLDER/NAME, or the library lib/libNAME.so; CLEAVE_SYCL_NAME is its path. Libraries
# that this function made are named as it named them, others by an option of the linker. A sanitized build makes nothing:
# its library is sanitized, and the programs would not be.
function(cleave_sycl_program name)
  cmake_parse_arguments(PROGRAM "SHARED" "FOLDER" "SOURCES;OPTIONS;LIBRARIES" ${ARGN})
  if(CLEAVE_SANITIZE)
    return()
  endif()
  if(PROGRAM_SHARED)
    set(output "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/lib${name}.so")
    list(APPEND PROGRAM_OPTIONS -fPIC -shared)
  else()
    set(output "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${PROGRAM_FOLDER}/${name}")
  endif()
  set(needed cleave_cxx cleave_compiler_module cleave_sycl)
  set(words "")
  foreach(library IN LISTS PROGRAM_LIBRARIES)
    if(DEFINED CLEAVE_SYCL_${library})
      list(APPEND words "${CLEAVE_SYCL_${library}}")
      list(APPEND needed "${CLEAVE_SYCL_${library}}" sycl_${library})
    else()
      list(APPEND words "${library}")
    endif()
  endforeach()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/include/*")
  get_filename_component(folder "${output}" DIRECTORY)
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
    COMMAND $<TARGET_FILE:cleave_cxx> -std=c++17 -O2 -Wall -Wextra -Wpedantic -Wshadow -Werror ${PROGRAM_OPTIONS}
            ${PROGRAM_SOURCES} ${words} -o "${output}"
    DEPENDS ${PROGRAM_SOURCES} ${needed} ${headers}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Compiling the SYCL program ${name}")
  add_custom_target(sycl_${name} ALL DEPENDS "${output}")
  set(CLEAVE_SYCL_${name} "${output}" CACHE INTERNAL "The path of a SYCL program")
endfunction()
