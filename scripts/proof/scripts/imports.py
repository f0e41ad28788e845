"""Prints which Python files named on standard input need only the standard library and each other to start."""

import ast
import pathlib
import sys


def imported(body):
    """Imports at start: without imports in functions and optional imports in try blocks."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
        elif isinstance(node, (ast.If, ast.With)):
            yield from imported(node.body)


def local_file(name, file):
    """A module in the same or the parent folder, where scripts put themselves on the path."""
    first = name.split(".")[0]
    for folder in (file.parent, file.parent.parent):
        if (folder / f"{first}.py").exists():
            return folder / f"{first}.py"
        if (folder / first / "__init__.py").exists():
            return folder / first / "__init__.py"
    return None


def is_standard(file, looking=()):
    """A local module counts by its own imports."""
    if file in looking:
        return True
    try:
        names = set(imported(ast.parse(file.read_text("utf-8")).body))
    except (SyntaxError, UnicodeDecodeError):
        return False
    return all(
        name.split(".")[0] in sys.stdlib_module_names
        or ((beside := local_file(name, file)) and is_standard(beside, (*looking, file)))
        for name in names
    )


for line in sys.stdin:
    path = pathlib.Path(line.rstrip("\n"))
    if is_standard(path):
        print(path)
