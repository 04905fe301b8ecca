# Helpers that declare tests. Names are kind.area[.case]; the kind is also the ctest label.

# smpirun of SimGrid 3.32 exits with 0 after a deadlock and after MPI_Abort, and a LeakSanitizer
# report does not fail a Criterion test: these words in the output fail the test instead.
set(PCS_FAIL_RE "Deadlock detected;MPI_Abort was called;without calling MPI_Finalize;\
did not call MPI_Finalize;Sanitizer;runtime error:")

# pcs_add_criterion_test(KIND AREA TIMEOUT SECONDS SOURCES s... LIBS l...)
function(pcs_add_criterion_test kind area)
  cmake_parse_arguments(T "" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  set(target ${kind}_${area})
  add_executable(${target} ${T_SOURCES})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE
    PCS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PCS_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${target} PRIVATE ${T_LIBS} PkgConfig::CRITERION pcs_sanitizer)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 60)
  endif()
  add_test(NAME ${kind}.${area} COMMAND ${target} --jobs 1)
  set_tests_properties(${kind}.${area} PROPERTIES
    LABELS ${kind} TIMEOUT ${T_TIMEOUT} FAIL_REGULAR_EXPRESSION "${PCS_FAIL_RE}")
endfunction()

# pcs_add_script_test(KIND AREA [TIMEOUT SECONDS]) - runs tests/KIND/AREA.sh; the script gets
# PCS_BUILD and PCS_SOURCE and a scratch folder of its own as working directory. With exit code 77 it
# says that it cannot run here.
function(pcs_add_script_test kind area)
  cmake_parse_arguments(T "" "TIMEOUT" "" ${ARGN})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 120)
  endif()
  set(work "${CMAKE_CURRENT_BINARY_DIR}/work/${area}")
  file(MAKE_DIRECTORY "${work}")
  add_test(NAME ${kind}.${area}
    COMMAND bash "${PROJECT_SOURCE_DIR}/tests/${kind}/${area}.sh"
    WORKING_DIRECTORY "${work}")
  set_tests_properties(${kind}.${area} PROPERTIES LABELS ${kind} TIMEOUT ${T_TIMEOUT}
    SKIP_RETURN_CODE 77
    ENVIRONMENT "PCS_BUILD=${PROJECT_BINARY_DIR};PCS_SOURCE=${PROJECT_SOURCE_DIR}")
endfunction()
