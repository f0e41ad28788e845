/** Python that makes system calls: `call(number, ...)` returns the errno name or `allowed`. */
export const systemCalls = `
import ctypes, errno, json, os, socket
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
  ctypes.set_errno(0)
  result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
  return errno.errorcode[ctypes.get_errno()] if result < 0 else 'allowed'
`

/** Python: `attempt(f)` returns the value of `f`, or the name of its error. */
export const attemptHelper = `
import errno, json, os
def attempt(what):
  try:
    return what()
  except OSError as error:
    return errno.errorcode.get(error.errno, str(error))
  except BaseException as error:
    return type(error).__name__
`
