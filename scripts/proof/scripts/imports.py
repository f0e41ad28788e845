"""Which of the Python files named on standard input start with nothing but the standard library and each other."""

import ast
import pathlib
import sys


def imported(body):
    """What starting it imports: not what a function imports later, nor what it tries and can do without."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
        elif isinstance(node, (ast.If, ast.With)):
            yield from imported(node.body)


def local_file(name, file):
    """A module beside it or above it, where scripts put themselves on the path."""
    first = name.split(".")[0]
    for folder in (file.parent, file.parent.parent):
        if (folder / f"{first}.py").exists():
            return folder / f"{first}.py"
        if (folder / first / "__init__.py").exists():
            return folder / first / "__init__.py"
    return None


def is_standard(file, looking=()):
    """A module beside it counts as what that one imports in turn."""
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
