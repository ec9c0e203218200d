"""Verdicts → statistics, tables, pages and releases."""
