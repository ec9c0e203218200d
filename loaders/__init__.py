"""An outside source → facts in a named graph of their own, described in the metadata graph."""

from .drowzee import DrowzeeReport, load_drowzee
from .rdf import LoadReport, load_rdf
from .source import describe_source, sources

__all__ = ["DrowzeeReport", "LoadReport", "describe_source", "load_drowzee", "load_rdf", "sources"]
