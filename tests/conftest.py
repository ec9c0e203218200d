"""What the tests share: where the sources are, where the real data is, and an empty store."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from hallugraph.kg.store import Store

REPO = Path(__file__).resolve().parent.parent

# In CI every run tries the same examples, and a busy machine is no failure.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("local", deadline=None)
settings.load_profile("steady" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def repo() -> Path:
    """Return the root of the repository."""
    return REPO


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real data beside the repository; skip the test where there is none."""
    folder = REPO.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the folder shared/data beside the repository")
    return folder


@pytest.fixture
def store() -> "Iterator[Store]":
    """Return an empty store in memory."""
    from hallugraph.kg.store import Store

    with Store.open(None) as opened:
        yield opened


@pytest.fixture(scope="session")
def sample(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a store with the sample loaded, derived and asked about (100 questions, seed 0).

    Tests that write make a copy of it.
    """
    from hallugraph.generators.logic import generate
    from hallugraph.kg.store import Store
    from hallugraph.loaders.rdf import load_rdf
    from hallugraph.reasoning import derive

    path = tmp_path_factory.mktemp("sample") / "store"
    with Store.open(path) as opened:
        load_rdf(opened, repo / "examples" / "sample.ttl", title="sample")
        derive(opened)
        generate(opened, count=100, title="sample questions")
    return path


@pytest.fixture
def sample_copy(sample: Path, tmp_path: Path) -> Path:
    """Return a copy of the sample store that a test may write to."""
    return Path(shutil.copytree(sample, tmp_path / "store"))
