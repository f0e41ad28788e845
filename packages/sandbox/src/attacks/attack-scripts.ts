/** Python that calls the kernel directly: `call(number, ...)` gives the name of the error, or `allowed`. */
export const systemCalls = `
import ctypes, errno, json, os, socket
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
  ctypes.set_errno(0)
  result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
  return errno.errorcode[ctypes.get_errno()] if result < 0 else 'allowed'
`

/** Python: what becomes of trying something, as the name of the error or its value. */
export const tryIt = `
import errno, json, os
def attempt(what):
  try:
    return what()
  except OSError as error:
    return errno.errorcode.get(error.errno, str(error))
  except BaseException as error:
    return type(error).__name__
`
