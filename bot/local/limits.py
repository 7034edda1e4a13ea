"""Discord's limits, and its error codes and messages.

`Refused` is Discord's error response: an HTTP status and a JSON body. `Form` reads a request body field by field
and collects every fault at its path, so that a single error (50035) reports them all.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

JSON = dict[str, Any]

CONTENT: Final = 2000
ATTACHMENTS: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
REQUEST_BYTES: Final = 25 * 1024 * 1024
CHOICES: Final = 25

REFUSALS: Final[dict[int, tuple[int, str]]] = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30046: (429, "Max number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    50109: (400, "The request body contains invalid JSON."),
    160005: (403, "Thread is locked"),
}


class Refused(Exception):
    """Discord's answer to a request that it does not carry out.

    `code` is one of Discord's JSON error codes; its HTTP status and message follow from it.
    """

    def __init__(self, code: int, *, errors: JSON | None = None, status: int | None = None, message: str = ""):
        usual_status, usual_message = REFUSALS.get(code, (400, ""))
        self.code = code
        self.status = status or usual_status
        self.message = message or usual_message
        self.errors = errors
        super().__init__(f"{self.status} {self.code}: {self.message}")

    @property
    def body(self) -> JSON:
        """The JSON that Discord sends with it."""
        body: JSON = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class Form:
    """A JSON object of a request body, read field by field.

    Each reader returns the field's value, or its default if the field is absent, null or invalid. Faults are
    collected and raised by `finish`. Forms of nested objects share the faults of the outermost form.
    """

    def __init__(self, body: Any, *, path: tuple[str | int, ...] = (), faults: JSON | None = None) -> None:
        self.path = path
        self.faults: JSON = {} if faults is None else faults
        self.body: JSON = body if isinstance(body, dict) else {}
        if not isinstance(body, dict):
            self.fault(None, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def __contains__(self, key: str) -> bool:
        return key in self.body

    def fault(self, key: str | int | None, code: str, message: str) -> None:
        """Record that the field `key` (`None` for the object itself) is invalid."""
        place = self.faults
        for step in (*self.path, *([] if key is None else [key])):
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raise `Refused` 50035 if any field read before was invalid."""
        if self.faults:
            raise Refused(50035, errors=self.faults)

    def _given(self, key: str, required: bool) -> Any:
        value = self.body.get(key)
        if value is None and required:
            self.fault(key, "BASE_TYPE_REQUIRED", "This field is required")
        return value

    def text(self, key: str, *, low: int = 0, high: int, required: bool = False) -> str | None:
        """A string of `low` to `high` characters."""
        value = self._given(key, required)
        if value is None:
            return None
        if not isinstance(value, str):
            self.fault(key, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        if low and value and not value.strip():
            self.fault(key, "BASE_TYPE_REQUIRED", "This field is required")
        elif not low <= len(value) <= high:
            if low:
                self.fault(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            else:
                self.fault(key, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        return value

    def integer(
        self, key: str, *, low: int = 0, high: int = 2**53, required: bool = False, default: int = 0
    ) -> int:
        """An integer from `low` to `high`; Discord also accepts it as a string of digits."""
        value = self._given(key, required)
        if value is None:
            return default
        if isinstance(value, str) and value.lstrip("-").isdecimal():
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return default
        if value < low:
            self.fault(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            self.fault(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return value

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self.body.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def snowflake(self, key: str, *, required: bool = False) -> str | None:
        """An id, as a string of digits."""
        value = self._given(key, required)
        if value is None:
            return None
        if isinstance(value, bool) or not str(value).isdecimal():
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return str(value)

    def one_of(self, key: str, values: Collection[int], *, required: bool = False, default: int = 0) -> int:
        """One of a few numbers."""
        value = self._given(key, required)
        if value is None:
            return default
        if isinstance(value, bool) or value not in values:
            listed = ", ".join(str(v) for v in values)
            self.fault(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
            return default
        return int(value)

    def union(self, types: Collection[int]) -> int | None:
        """The `type` of a component or option; `None` if it is not allowed here."""
        value = self.body.get("type")
        if isinstance(value, bool) or not isinstance(value, int) or value not in types:
            listed = ", ".join(str(v) for v in types) + ("," if len(types) == 1 else "")
            self.fault("type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).')
            return None
        return value

    def object(self, key: str, *, required: bool = False) -> Form | None:
        """A nested object."""
        value = self._given(key, required)
        return None if value is None else Form(value, path=(*self.path, key), faults=self.faults)

    def array(self, key: str, *, low: int = 0, high: int, required: bool = False) -> list[Any] | None:
        """A list of `low` to `high` items."""
        value = self._given(key, required)
        if value is None:
            return None
        if not isinstance(value, list):
            self.fault(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            if low:
                self.fault(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            else:
                self.fault(key, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        return value

    def objects(self, key: str, *, low: int = 0, high: int, required: bool = False) -> list[Form] | None:
        """A list of `low` to `high` nested objects."""
        values = self.array(key, low=low, high=high, required=required)
        if values is None:
            return None
        path = (*self.path, key)
        return [Form(value, path=(*path, i), faults=self.faults) for i, value in enumerate(values)]

    def snowflakes(self, key: str, *, high: int) -> list[str]:
        """A list of ids."""
        values = self.array(key, high=high) or []
        if wrong := [value for value in values if isinstance(value, bool) or not str(value).isdecimal()]:
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{wrong[0]}" is not snowflake.')
        return [str(value) for value in values if value not in wrong]
