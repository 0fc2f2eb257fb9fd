# How programs that know nothing of us (examples, tests, benchmarks) get at the driver that was
# built: through the system's ICD loader and a folder with one .icd file, as OCL_ICD_VENDORS names it.
set(CLEAVE_VENDORS "${CMAKE_BINARY_DIR}/vendors")  # src/api writes the file

# Debian's Python, to which Debian's pyopencl belongs; another python3 may come first in PATH.
set(CLEAVE_PYTHON "/usr/bin/python3" CACHE FILEPATH "The Python interpreter that has pyopencl")

# A sanitized driver in a program that is not: the sanitizer's runtime must come first, and C++'s
# beside it, whose throw the sanitizer looks up when it starts.
set(CLEAVE_CLIENT_ENVIRONMENT "OCL_ICD_VENDORS=${CLEAVE_VENDORS}" PYOPENCL_CTX=0
    PYOPENCL_NO_CACHE=1 PYTHONDONTWRITEBYTECODE=1 CLEAVE_TOPOLOGY= CLEAVE_SPLIT=)
if(CLEAVE_SANITIZE MATCHES "address")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                  OUTPUT_VARIABLE asan_runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so.6
                  OUTPUT_VARIABLE cxx_runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  # Leaks of the program are not ours to judge; our own tests look for ours.
  list(APPEND CLEAVE_CLIENT_ENVIRONMENT "LD_PRELOAD=${asan_runtime}:${cxx_runtime}" ASAN_OPTIONS=detect_leaks=0)
endif()

# cleave_client_test(NAME COMMAND word... [ENVIRONMENT name=value...] [TIMEOUT seconds]
#                    [EXPECT regex...] [REJECT regex...] [SOURCE text] [OWN_HOME])
# A test that runs a program on the driver: it must exit with 0, and its output must match every
# EXPECT and no REJECT (Python's regular expressions, line by line). An exit code of 77 skips it. Where
# the program is missing, the skipped test says SOURCE; by default that Debian has it. OWN_HOME: in an empty home directory.
function(cleave_client_test name)
  cmake_parse_arguments(CLIENT "OWN_HOME" "TIMEOUT;SOURCE" "COMMAND;ENVIRONMENT;EXPECT;REJECT" ${ARGN})
  set(rules "")
  foreach(pattern IN LISTS CLIENT_EXPECT)
    list(APPEND rules "--expect=${pattern}")
  endforeach()
  foreach(pattern IN LISTS CLIENT_REJECT)
    list(APPEND rules "--reject=${pattern}")
  endforeach()
  if(CLIENT_SOURCE)
    list(APPEND rules "--source=${CLIENT_SOURCE}")
  endif()
  if(CLIENT_OWN_HOME)
    list(APPEND rules --own-home)
  endif()
  add_test(NAME ${name} COMMAND ${CLEAVE_PYTHON} "${CMAKE_SOURCE_DIR}/tests/support/run_client.py"
                                ${rules} -- ${CLIENT_COMMAND})
  if(NOT CLIENT_TIMEOUT)
    set(CLIENT_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${CLIENT_TIMEOUT} SKIP_RETURN_CODE 77
    LABELS client ENVIRONMENT "${CLEAVE_CLIENT_ENVIRONMENT};${CLIENT_ENVIRONMENT}")
endfunction()

# Khronos' own ICD loader, where one is at hand: `./dev setup --peers` fetches a wheel with it.
set(CLEAVE_KHRONOS_LOADER "" CACHE FILEPATH "Khronos' libOpenCL.so.1, for tests with it")
if(NOT CLEAVE_KHRONOS_LOADER)
  find_file(CLEAVE_FOUND_LOADER libOpenCL.so.1 NO_DEFAULT_PATH
            PATHS "${CMAKE_SOURCE_DIR}/build/deps/khronos-loader")
  if(CLEAVE_FOUND_LOADER)
    set(CLEAVE_KHRONOS_LOADER "${CLEAVE_FOUND_LOADER}")
  endif()
endif()
