# The licences and notices of all that is in what we install: ours, and those of cmake/contents.txt as Debian's packages
# have them. One file, `copyright`, in Debian's machine-readable format, and beside it in licenses/ those that it refers to.
set(CLEAVE_COPYRIGHTS "/usr/share/doc" CACHE PATH "A folder with PACKAGE/copyright for the packages of cmake/contents.txt")
set(CLEAVE_COMMON_LICENSES "/usr/share/common-licenses" CACHE PATH "The licences that these refer to")
set(copyright "${CMAKE_BINARY_DIR}/package/copyright")

# cleave_record_contents(TARGET): the linker writes down what it reads, for scripts/check_contents.py.
function(cleave_record_contents target)
  target_link_options(${target} PRIVATE "LINKER:--dependency-file=${CMAKE_BINARY_DIR}/parts/${target}.d")
endfunction()
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/parts")

# cleave_license_paragraph(VARIABLE FILE): its text as a field of that format has it.
function(cleave_license_paragraph variable file)
  file(READ "${file}" text)
  string(REGEX REPLACE "\n+$" "" text "${text}")
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")  # every other one of several
  string(REPLACE "\n" "\n " text "${text}")
  set(${variable} " ${text}\n" PARENT_SCOPE)
endfunction()

# Writes the file `copyright`, and has it and what it refers to installed.
function(cleave_install_licenses copyright)
  set(text "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Cleave
Comment: The binaries hold code of other projects. Each has a paragraph below, with the name of its Debian source
 package for a folder, and the whole of that package's own copyright file for a license.

Files: *
Copyright: the authors of Cleave
License: Apache-2.0
 Licensed under the Apache License, Version 2.0. It is in the file LICENSE of the source; Debian has it in
 /usr/share/common-licenses/Apache-2.0, and other installations in licenses/Apache-2.0 beside this file.
")
  set(missing "")
  set(common "common-licenses/Apache-2.0")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/contents.txt" "${CMAKE_SOURCE_DIR}/LICENSE")
  file(STRINGS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/contents.txt" rows REGEX "^[^#]")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^([^: ]+): *([^ #]+)" matched "${row}")
    set(source "${CMAKE_MATCH_1}")
    set(notice "${CLEAVE_COPYRIGHTS}/${CMAKE_MATCH_2}/copyright")
    if(NOT EXISTS "${notice}")
      string(APPEND missing "\n  ${notice}")
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${notice}")
    cleave_license_paragraph(license "${notice}")
    string(APPEND text "\nFiles: ${source}/*\nCopyright: as the license says\nLicense: ${source}\n${license}")
    string(REGEX MATCHALL "common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" references "${license}")
    list(APPEND common ${references})
  endforeach()
  list(REMOVE_DUPLICATES common)
  list(SORT common)
  foreach(reference IN LISTS common)
    get_filename_component(name "${reference}" NAME)
    set(file "${CLEAVE_COMMON_LICENSES}/${name}")
    if(NOT EXISTS "${file}")
      string(APPEND missing "\n  ${file}")
      continue()
    endif()
    file(REAL_PATH "${file}" file)  # GPL is a link to the newest
    install(FILES "${file}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/licenses" RENAME "${name}")
  endforeach()
  file(WRITE "${copyright}" "${text}")
  if(missing)
    install(CODE "message(FATAL_ERROR \"What is installed holds code whose license is missing here:${missing}
Install the packages that scripts/packages.txt names; CLEAVE_COPYRIGHTS and CLEAVE_COMMON_LICENSES may name other folders.\")")
  else()
    install(FILES "${copyright}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  endif()
endfunction()
cleave_install_licenses("${copyright}")
