/**
 * Waits in a warm interpreter for its one job, then removes its own traces: the script gets its own `__main__`,
 * its own path, tracebacks that begin with it, and a normal interpreter shutdown. A job that changes how the interpreter
 * starts gets a new one.
 */
export const pythonStartup = String.raw`
import sys
_initial_modules = set(sys.modules)
import argparse, atexit, base64, collections, contextlib, csv, datetime, functools, gc, glob, hashlib, io
import itertools, json, math, os, pathlib, random, re, shutil, subprocess, tempfile, textwrap, threading
import time, traceback, types, urllib.parse
import importlib.machinery

def _receive():
    os.write(3, b'R')
    chunks = []
    while True:
        chunk = os.read(3, 65536)
        if not chunk:
            os._exit(125)
        chunks.append(chunk)
        if chunk.endswith(b'\n'):
            break
    os.close(3)
    return json.loads(b''.join(chunks))

def _prefer_local_modules(folder):
    # A cold start imports a csv.py beside the script instead of the library's.
    try:
        names = {name.split('.')[0] for name in os.listdir(folder)}
    except OSError:
        return
    for name in list(sys.modules):
        if name not in _initial_modules and name.split('.')[0] in names:
            del sys.modules[name]

def _run(job):
    entry = job['entry']
    if job['fresh']:
        os.execve(sys.executable, [sys.executable, entry, *job['args']], job['env'])
    os.environ.clear()
    os.environ.update(job['env'])
    sys.argv = [entry, *job['args']]
    sys.orig_argv = [sys.executable, *sys.argv]
    sys.path[0] = os.path.dirname(entry)
    main = types.ModuleType('__main__')
    main.__file__ = entry
    main.__cached__ = None
    main.__builtins__ = __builtins__
    main.__loader__ = importlib.machinery.SourceFileLoader('__main__', entry)
    sys.modules['__main__'] = main
    _prefer_local_modules(sys.path[0])
    gc.freeze()
    try:
        with open(entry, 'rb') as source:
            text = source.read()
        exec(compile(text, entry, 'exec', dont_inherit=True), main.__dict__)
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return int(end.code or 0) & 255
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        error.__traceback__ = trace
        sys.excepthook(type(error), error, trace)
        return 130 if isinstance(error, KeyboardInterrupt) else 1

def _is_own(name, module):
    # Libraries are not cleared: their exit handlers may still use them.
    file = getattr(module, '__file__', None)
    return name.split('.')[0] not in sys.stdlib_module_names and not str(file).startswith('/layers/')

def _leave(code, warm):
    # Like the interpreter's own shutdown, but skips the modules no script has touched, which are most.
    threading._shutdown()
    atexit._run_exitfuncs()
    mine = [module for name, module in sys.modules.items() if name not in warm and _is_own(name, module)]
    for module in [sys.modules.get('__main__'), *reversed(mine)]:
        if isinstance(module, types.ModuleType):
            module.__dict__.clear()
    gc.collect()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            code = code or 120
    os._exit(code)

_warm = set(sys.modules)
_leave(_run(_receive()), _warm)
`
