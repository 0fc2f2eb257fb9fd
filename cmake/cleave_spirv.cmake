# Assembles texts of SPIR-V for tests and examples.
find_program(CLEAVE_SPIRV_AS spirv-as DOC "the assembler of SPIRV-Tools")

# cleave_assemble(OUTPUT_VARIABLE FILE): a command assembles the text FILE, of SPIR-V 1.0 unless its first line
# names another version ("; SPIR-V 1.4: …"); the variable has the path of the module that it makes.
function(cleave_assemble output file)
  if(NOT CLEAVE_SPIRV_AS)
    message(FATAL_ERROR "spirv-as of the package spirv-tools was not found")
  endif()
  file(STRINGS "${file}" first LIMIT_COUNT 1)
  set(version 1.0)
  # file() gives elements of a list, in which the semicolon is escaped.
  if(first MATCHES "^\\\\?; SPIR-V (1\\.[0-6])")
    set(version ${CMAKE_MATCH_1})
  endif()
  get_filename_component(name "${file}" NAME_WE)
  set(module "${CMAKE_CURRENT_BINARY_DIR}/${name}.spv")
  add_custom_command(OUTPUT "${module}" DEPENDS "${file}"
    COMMAND ${CLEAVE_SPIRV_AS} --target-env spv${version} -o "${module}" "${file}")
  set(${output} "${module}" PARENT_SCOPE)
endfunction()

# cleave_embed_modules(TARGET FILE...): the assembled texts become byte arrays of the target, FILE_begin .. FILE_end
# by the names of the files.
function(cleave_embed_modules target)
  foreach(file IN LISTS ARGN)
    get_filename_component(name "${file}" NAME_WE)
    get_filename_component(path "${file}" ABSOLUTE)
    cleave_assemble(module "${path}")
    cleave_embed(${target} ${name} "${module}")
    target_sources(${target} PRIVATE "${module}")
  endforeach()
endfunction()
