# All options of the build, each with a sentence, and the two targets that carry
# their flags: pcs_warnings and pcs_sanitizer. Every target of ours links both.
option(PCS_BUILD_TESTING "Build the tests" ON)
option(PCS_WERROR "Treat compiler warnings as errors" OFF)
set(PCS_SANITIZER "" CACHE STRING "Sanitizer to build with: empty, undefined or address")

add_library(pcs_warnings INTERFACE)
target_compile_options(pcs_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
  -Wformat=2 -Wpointer-arith -Wcast-qual $<$<BOOL:${PCS_WERROR}>:-Werror>)

add_library(pcs_sanitizer INTERFACE)
if(PCS_SANITIZER)
  target_compile_options(pcs_sanitizer INTERFACE
    -fsanitize=${PCS_SANITIZER} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(pcs_sanitizer INTERFACE -fsanitize=${PCS_SANITIZER})
endif()

# pcs_add_library(NAME SOURCES... ) - a static library of ours, with warnings and sanitizer;
# its headers are reached from the tree's root: #include "sim/pcoll/core/core.h".
function(pcs_add_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE pcs_warnings pcs_sanitizer)
endfunction()
