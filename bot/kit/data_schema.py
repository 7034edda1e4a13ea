"""JSON Schemas of the data files, so that an editor completes and checks them.

They follow from the declarations of the records. Every field has the limits that the bot itself checks, and a
field that names a unit or a hex lists the known ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bot.kit import data_files
from bot.kit.data_limits import LARGEST, MANY, SHOWN, WORDS
from bot.kit.data_names import NAMES, PATTERNS, Names

INNER = ("items", "prefixItems", "additionalProperties", "propertyNames", "anyOf")
"""The keywords of JSON Schema, besides `properties`, that hold other schemas."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER, ASSOCIATIONS = ".schema", ".taplo.toml"
"""The folder of schemas, and the file by which editors find them."""


def write(folder: Path, names: Mapping[str, Names]) -> list[Path]:
    """Write the schema of every kind of data file.

    Editors find them by the file of associations. `names` has the known names of each title.
    """
    written, rules = [], []
    for path, kind in sorted(data_files.kinds().items()):
        name = path.removesuffix(".toml")
        file = folder / FOLDER / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        content = schema(kind, names.get(path.partition("/")[0], {}), partial=path.endswith(".toml"))
        file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        files = path if path.endswith(".toml") else f"{path}/*.toml"
        rules.append(f'[[rule]]\ninclude = ["**/{files}"]\nschema = {{ path = "./{FOLDER}/{name}.json" }}\n')
        written.append(file)
    (folder / ASSOCIATIONS).write_text("\n".join(rules), encoding="utf-8")
    return written


def schema(kind: type[Struct], names: Names, *, partial: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of a kind of data file.

    A partial file may leave out tables, because it is laid over another one.
    """
    found = msgspec.json.schema(kind)
    if partial:
        found["$defs"][kind.__name__].pop("required", None)
    records = {key: _tightened(each, names) for key, each in found["$defs"].items()}
    used = json.dumps(records)
    known = {
        _named(what): {"enum": sorted(known)}
        for what, known in sorted(names.items())
        if f'#/$defs/{_named(what)}"' in used
    }
    return {"$schema": DIALECT, **found, "$defs": records | known}


def _named(what: str) -> str:
    return f"name of {what}"


def _tightened(node: Any, names: Names) -> Any:
    """Return a schema with the default limits and the known names."""
    if isinstance(node, list):
        return [_tightened(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: _tightened(each, names) if key in INNER else each for key, each in node.items()}
    if "properties" in found:
        found["properties"] = {key: _field(key, each, names) for key, each in found["properties"].items()}
    if members := found.pop("prefixItems", None):  # Taplo knows no `prefixItems`.
        found["items"] = {"anyOf": members}
    match found.get("type"):
        case "string" if "enum" not in found:
            found.setdefault("maxLength", WORDS)
        case "integer":
            found = {"minimum": -LARGEST, "maximum": LARGEST} | found
        case "array":
            found.setdefault("maxItems", MANY)
    return _with_names(found, names)


def _field(key: str, node: Any, names: Names) -> Any:
    """Return the schema of a field; names in lists must not be blank."""
    found = _tightened(node, names)
    return {"pattern": r"\S"} | found if key in SHOWN and found.get("type") == "string" else found


def _with_names(node: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return a schema with the known names of a reference, and with its default."""
    what, patterns = node.pop(NAMES, None), node.pop(PATTERNS, False)
    if what not in names:
        return node
    choices: list[dict[str, Any]] = [{"$ref": f"#/$defs/{_named(what)}"}]
    if patterns:
        choices.append({"pattern": r"[*?\[]"})
    if "default" in node:
        choices.append({"const": node["default"]})
    return node | {"anyOf": choices}
