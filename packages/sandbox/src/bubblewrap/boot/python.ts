/**
 * Waits in a warm interpreter for its one job, and then is gone as far as the script can tell: its own
 * `__main__`, its own path, tracebacks that begin with it, the interpreter's own way to end.
 */
export const pythonBoot = String.raw`
import sys
_bare = set(sys.modules)
import argparse, ast, base64, calendar, collections, contextlib, copy, csv, dataclasses, datetime
import decimal, enum, fnmatch, fractions, functools, glob, hashlib, io, itertools, json, math, operator
import os, os.path, pathlib, random, re, shlex, shutil, signal, statistics, string, struct, subprocess
import tempfile, textwrap, threading, time, traceback, types, typing, unicodedata, urllib.parse, uuid
import warnings, zipfile
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

def _prefer_neighbours(folder):
    # A plain run would import a csv.py beside the script instead of the library's.
    try:
        names = {name.split('.')[0] for name in os.listdir(folder)}
    except OSError:
        return
    for name in list(sys.modules):
        if name not in _bare and name.split('.')[0] in names:
            del sys.modules[name]

def _run(job):
    entry = job['entry']
    os.environ.clear()
    os.environ.update(job['env'])
    if time.tzname and 'TZ' in os.environ:
        time.tzset()
    sys.argv = [entry, *job['args']]
    sys.orig_argv = [sys.executable, *sys.argv]
    sys.path[0] = os.path.dirname(entry)
    main = types.ModuleType('__main__')
    main.__file__ = entry
    main.__cached__ = None
    main.__builtins__ = __builtins__
    main.__loader__ = importlib.machinery.SourceFileLoader('__main__', entry)
    sys.modules['__main__'] = main
    _prefer_neighbours(sys.path[0])
    try:
        with open(entry, 'rb') as source:
            text = source.read()
        exec(compile(text, entry, 'exec', dont_inherit=True), main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        error.__traceback__ = trace
        sys.excepthook(type(error), error, trace)
        code = 130 if isinstance(error, KeyboardInterrupt) else 1
    else:
        return
    sys.exit(code)

_run(_receive())
`
