"""Read the page's scripts: which syntax they use, and which names that are not their own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_javascript.language()))
_DECLARED = ("method_definition", "field_definition", "function_declaration", "class_declaration")
_SHORT = ("shorthand_property_identifier", "shorthand_property_identifier_pattern")
_BINDING = ("variable_declarator", "formal_parameters", "arrow_function", "import_specifier", "catch_clause")


@cache
def nodes(path: Path) -> tuple[Node, ...]:
    """Return all nodes of a script; raises ValueError where it is none."""
    tree = _PARSER.parse(path.read_bytes())
    if tree.root_node.has_error:
        raise ValueError(f"{path.name} is no script")
    return tuple(_under(tree.root_node))


def _under(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _under(child)


def text(node: Node | None) -> str:
    """Return what stands in a script at a node."""
    return "" if node is None or node.text is None else node.text.decode()


def own_names(path: Path) -> set[str]:
    """Return the names that a script gives to things, properties among them."""
    found: set[str] = set()
    for node in nodes(path):
        if node.type in _DECLARED:
            found.add(text(node.child_by_field_name("name") or node.child_by_field_name("property")))
        elif node.type == "pair":
            found.add(text(node.child_by_field_name("key")))
        elif node.type in _SHORT:
            found.add(text(node))
        elif node.type in ("assignment_expression", "augmented_assignment_expression"):
            left = node.child_by_field_name("left")
            if left is not None and text(left).startswith("this."):
                found.add(text(left.child_by_field_name("property")))
        elif (
            node.type == "identifier" and node.parent is not None and node.parent.type in (*_BINDING, "rest_pattern")
        ) or (node.type == "identifier" and node.parent is not None and node.parent.type.endswith("_pattern")):
            found.add(text(node))
    return found


def properties(path: Path) -> set[str]:
    """Return the names behind a dot in a script."""
    return {text(node.child_by_field_name("property")) for node in nodes(path) if node.type == "member_expression"}


def called(path: Path) -> set[str]:
    """Return the names without a dot that a script calls, or makes an object of."""
    fields = {"call_expression": "function", "new_expression": "constructor"}
    heads = [node.child_by_field_name(fields[node.type]) for node in nodes(path) if node.type in fields]
    return {text(head) for head in heads if head is not None and head.type == "identifier"}
