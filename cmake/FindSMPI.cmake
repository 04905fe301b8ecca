# SimGrid with SMPI; Debian ships only a pkg-config file.
#   SMPI::simgrid  for code that drives SimGrid itself
#   SMPI::SMPI     for code that runs as an MPI rank (what smpicc adds)
#   SMPI_SMPIRUN   the launcher
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_SIMGRID QUIET simgrid)
endif()
find_path(SMPI_INCLUDE_DIR smpi/smpi_helpers.h HINTS ${PC_SIMGRID_INCLUDE_DIRS})
find_library(SMPI_LIBRARY simgrid HINTS ${PC_SIMGRID_LIBRARY_DIRS})
find_program(SMPI_SMPIRUN smpirun)
set(SMPI_VERSION ${PC_SIMGRID_VERSION})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SMPI
  REQUIRED_VARS SMPI_LIBRARY SMPI_INCLUDE_DIR SMPI_SMPIRUN VERSION_VAR SMPI_VERSION)

if(SMPI_FOUND AND NOT TARGET SMPI::SMPI)
  add_library(SMPI::simgrid UNKNOWN IMPORTED)
  set_target_properties(SMPI::simgrid PROPERTIES
    IMPORTED_LOCATION "${SMPI_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SMPI_INCLUDE_DIR};${SMPI_INCLUDE_DIR}/smpi"
    INTERFACE_COMPILE_DEFINITIONS _GNU_SOURCE)
  # No "-include smpi_helpers.h": ours is written for it (no globals, no clock calls in ranks),
  # so only main() has to be known to SMPI, and malloc() stays malloc().
  add_library(SMPI::SMPI INTERFACE IMPORTED)
  set_target_properties(SMPI::SMPI PROPERTIES INTERFACE_LINK_LIBRARIES "SMPI::simgrid;m")
endif()

# smpi_add_program(NAME SOURCES...) - a rank program: smpirun loads it as a shared object.
function(smpi_add_program name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX "")
  target_link_libraries(${name} PRIVATE SMPI::SMPI)
  target_link_options(${name} PRIVATE -Wl,-z,defs)
endfunction()
