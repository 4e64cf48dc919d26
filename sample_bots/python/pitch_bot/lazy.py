"""An attribute that is computed when it is first asked for."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

V = TypeVar("V")


class lazy(Generic[V]):  # noqa: N801 - used as a decorator
    """Like `functools.cached_property`, without the lock that makes it slow on Python 3.11."""

    def __init__(self, build: Callable[[Any], V]) -> None:
        self.build = build
        self.name = build.__name__
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> "lazy[V]": ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> V: ...
    def __get__(self, instance: object | None, owner: type[Any]) -> "lazy[V] | V":
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.build(instance)
        return value
