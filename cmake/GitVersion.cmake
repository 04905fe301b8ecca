# Run at build time (cmake -P): writes the commit of SOURCE into HEADER, as PCS_COMMIT, "" when there
# is none to tell. The file is touched only when that changes, so nothing is rebuilt for nothing.
#   -D SOURCE=<tree> -D HEADER=<file> [-D GIT=<git>]
set(commit "")
if(GIT)
  # The tree may belong to another user, and may lie inside a repository that is not ours.
  set(git "${GIT}" -c "safe.directory=*" -C "${SOURCE}")
  execute_process(COMMAND ${git} rev-parse --show-cdup
    RESULT_VARIABLE failed OUTPUT_VARIABLE way_up OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND way_up STREQUAL "")
    execute_process(COMMAND ${git} describe --always --dirty
      RESULT_VARIABLE failed OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(failed)
      set(commit "")
    endif()
  endif()
endif()
set(text "#define PCS_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" old)
endif()
if(NOT text STREQUAL old)
  file(WRITE "${HEADER}" "${text}")
endif()
