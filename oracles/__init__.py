"""Judges of answers: question and answer in, verdict with its reasons out."""
