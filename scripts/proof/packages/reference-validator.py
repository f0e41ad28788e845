"""Reads folders (before, after, standardised) from stdin as JSON and prints how the reference library reads each."""

import json
import sys
from pathlib import Path

from agentskills import SkillError, read_properties, to_prompt, validate


def reading(folder):
    path = Path(folder)
    try:
        properties = read_properties(path).to_dict()
        prompt = to_prompt([path]).replace(str(path.resolve()), "")
    except SkillError as error:
        properties, prompt = None, str(error).replace(str(path), "")
    return {"errors": validate(path), "properties": properties, "prompt": prompt}


pairs = json.load(sys.stdin)
keys = ("before", "after", "standardised")
json.dump([[reading(pair[key]) for key in keys] for pair in pairs], sys.stdout)
