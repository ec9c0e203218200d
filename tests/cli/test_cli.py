"""The command line as a user meets it: the chain, its output, and one clear line for every mistake."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hallugraph.cli import main
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF
from hallugraph.kg.store import Store

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
NT = f"<{WD}Q{{0}}> <{WDT}P47> <{WD}Q2> .\n"


def run(*words: object, store: Path | None = None) -> Result:
    extra = ["--store", str(store)] if store else []
    return CliRunner().invoke(main, [*map(str, words), *extra])


def succeed(*words: object, store: Path | None = None) -> Result:
    result = run(*words, store=store)
    assert result.exit_code == 0, result.output
    return result


def test_the_whole_chain(tmp_path, repo):
    store = tmp_path / "store"
    assert "triples" in succeed("load", "rdf", repo / "examples" / "sample.ttl", store=store).stdout
    assert "already" in succeed("load", "rdf", repo / "examples" / "sample.ttl", store=store).stdout
    assert "refuted" in succeed("derive", store=store).stdout
    made = json.loads(succeed("generate", "logic", "--count", 60, "--json", store=store).stdout)
    assert made["questions"] == 60
    asked = json.loads(succeed("ask", "--model", "simulated/0.5", "--json", store=store).stdout)
    assert (asked["asked"], asked["new"], asked["failed"]) == (60, 60, 0)
    again = json.loads(succeed("ask", "--model", "simulated/0.5", "--json", store=store).stdout)
    assert (again["asked"], again["new"]) == (60, 0)
    judged = json.loads(succeed("judge", "--json", store=store).stdout)
    assert (judged["verdicts"], judged["new"]) == (60, 60)
    assert json.loads(succeed("judge", "--json", store=store).stdout)["new"] == 0
    page = tmp_path / "report.html"
    report = json.loads(succeed("report", "--json", "--html", page, store=store).stdout)
    [model] = report["models"]
    assert model["asked"] == 60 == model["judged"] + model["abstained"] + model["unparsed"] + model["failed"]
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "best on" in succeed("calibrate", store=store).stdout
    release = tmp_path / "release"
    succeed("release", release, store=store)
    assert "verified" in succeed("release", release, "--verify").stdout
    rows = json.loads(succeed("query", "accounting", "--json", store=store).stdout)
    assert [(row["model"], row["asked"]) for row in rows] == [("simulated/0.5", "60")]


def test_a_question_is_explained_down_to_its_sources(sample):
    rows = json.loads(succeed("query", "questions", "rule=transitive", "--json", store=sample).stdout)
    tree = succeed("explain", rows[0]["question"], store=sample).stdout
    assert rows[0]["text"] in tree.replace("\n", " ")
    assert "[transitive]" in tree
    assert "[stated by sample]" in tree
    proof = json.loads(succeed("explain", rows[0]["question"].rpartition("/")[2][:8], "--json", store=sample).stdout)
    assert len(proof["proof"]["premises"]) == 2


def test_a_fact_is_explained_by_its_terms(sample):
    tree = succeed("explain", "wd:Q183", "P47", "Q142", store=sample).stdout
    assert "Germany" in tree
    assert "France" in tree


def test_info_tells_versions_and_contents(sample):
    data = json.loads(succeed("info", "--json", store=sample).stdout)
    assert data["sources"] == 1
    assert data["benchmarks"] == 1
    assert data["quads"] > 10_000


def test_gold_answers_are_checked_by_a_second_engine(sample_copy):
    assert "100 questions checked: 100 agree, 0 disagree" in succeed("check", store=sample_copy).stdout
    with Store.open(sample_copy) as store:
        [graph] = store.subjects(RDF.type, HG.Source, METADATA_GRAPH)
        store.drop_graph(graph)
    result = run("check", "--limit", 5, "--json", store=sample_copy)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["checked"], found["agreed"], len(found["disagreements"])) == (5, 0, 5)
    assert "not stated by its source" in found["disagreements"][0]["reason"]


def test_queries_are_listed_and_given_as_csv(sample):
    assert "rates" in succeed("query", "--list").stdout
    lines = succeed("query", "relations", "--csv", "--limit", 3, store=sample).stdout.splitlines()
    assert lines[0] == "relation,label,facts"
    assert len(lines) == 4


def bad_files(folder: Path) -> dict[str, Path]:
    """Write files that cannot be loaded."""
    good = "".join(NT.format(n) for n in range(3, 200)).encode()
    contents = {
        "broken.nt": good + b"<http://a> nonsense .\n",
        "latin1.nt": good + '<http://a> <http://b> "caf\xe9" .\n'.encode("latin-1"),
        "truncated.nt.gz": gzip.compress(good)[:-20],
        "liar.nt.gz": good,
        "notes.docx": good,
        "turtle.nt": b"@prefix wd: <http://x/> .\nwd:a wd:b wd:c .\n",
        "empty.ttl": b"",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in (*contents, "missing.nt")} | {"folder": folder}


def one_line(result: Result, status: int) -> str:
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert "Traceback" not in line
    assert line.startswith("hallugraph: ")
    return line


@pytest.mark.parametrize(
    ("name", "status", "message"),
    [
        ("broken.nt", 1, "broken.nt:198: "), ("latin1.nt", 1, "latin1.nt:198: "), ("truncated.nt.gz", 1, "truncated"),
        ("liar.nt.gz", 1, "not compressed so"), ("notes.docx", 2, ".ttl"), ("turtle.nt", 1, "turtle.nt:1: "),
        ("empty.ttl", 1, "empty.ttl"), ("missing.nt", 1, "missing.nt"), ("folder", 2, "does not say which RDF format"),
    ],
)  # fmt: skip
def test_a_bad_file_is_one_line_and_the_store_is_as_it_was(tmp_path, name, status, message):
    (tmp_path / "files").mkdir()
    path = bad_files(tmp_path / "files")[name]
    (tmp_path / "good.nt").write_text(NT.format(1))
    succeed("load", "rdf", tmp_path / "good.nt", store=tmp_path / "store")
    before = succeed("query", "sources", "--json", store=tmp_path / "store").stdout
    assert message in one_line(run("load", "rdf", path, store=tmp_path / "store"), status)
    assert succeed("query", "sources", "--json", store=tmp_path / "store").stdout == before


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["derive"], 1, "no source"), (["generate", "logic"], 1, "no facts"), (["report"], 2, "no benchmark"),
        (["ask", "--model", "simulated/0.3"], 2, "hallugraph generate logic"), (["judge"], 2, "no run"),
        (["release", "out"], 2, "no benchmark"), (["calibrate"], 2, "no run"),
    ],
)  # fmt: skip
def test_a_stage_before_its_time_says_what_comes_first(tmp_path, monkeypatch, words, status, message):
    monkeypatch.chdir(tmp_path)
    assert message in one_line(run(*words, store=tmp_path / "store"), status)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["query", "rate"], 2, "did you mean 'rates'"), (["query", "rates", "x=1"], 2, "no parameter"),
        (["query", "proof"], 2, "needs id"), (["query", "proof", "id"], 2, "parameter=value"), (["query"], 2, "--list"),
        (["explain", "nonsense"], 2, "'nonsense'"), (["explain", "Q1", "P1", "Q2"], 2, "does not make it false"),
        (["explain", "Q1", "is", "Q2"], 2, "'is' is not an IRI"),
        (["ask", "--model", "oracle/delphi"], 2, "no model provider 'oracle'"),
        (["ask", "--model", "simulated"], 2, "provider/name"), (["ask", "--model", "simulated/many"], 2, "many"),
        (["ask", "--model", "recorded/nowhere.jsonl"], 1, "nowhere.jsonl"),
        (["ask", "--model", "simulated/0.1", "--benchmark", "nothing"], 2, "no benchmark 'nothing'"),
        (["generate", "logic", "--domain", "sports"], 2, "no domain 'sports'"),
        (["generate", "logic", "--relation", "P999999"], 2, "no relation 'wdt:P999999'"),
        (["generate", "logic", "--relation", "borders"], 2, "is written wdt:P47"),
        (["derive", "--relations", "nowhere.ttl"], 1, "nowhere.ttl"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_one_line(sample_copy, tmp_path, monkeypatch, words, status, message):
    monkeypatch.chdir(tmp_path)
    assert message in one_line(run(*words, store=sample_copy), status)


def test_a_store_in_use_is_one_line(sample_copy, repo):
    code = "import pyoxigraph, sys; s = pyoxigraph.Store(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(sample_copy)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        owner.stdout.readline()
        for words in (["derive"], ["load", "rdf", repo / "examples" / "sample.ttl"], ["query", "sources"]):
            assert "another process is using this store" in one_line(run(*words, store=sample_copy), 1)
        owner.communicate(b"")


def test_wrong_options_are_wrong_usage():
    assert run("derive", "--nonsense").exit_code == 2
    assert run("nonsense").exit_code == 2
    assert run("generate", "logic", "--count", "0").exit_code == 2


def test_every_option_has_a_variable(tmp_path, monkeypatch, repo):
    monkeypatch.setenv("HALLUGRAPH_STORE", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("HALLUGRAPH_JSON", "1")
    data = json.loads(succeed("load", "rdf", repo / "examples" / "sample.ttl").stdout)
    assert data["kept"] > 5_000
    assert (tmp_path / "elsewhere" / "CURRENT").exists()


def test_the_demo_gives_the_same_release_in_every_process(tmp_path):
    hashes = []
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "hallugraph", "demo", "--directory", str(tmp_path / seed)]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert f"verified: {tmp_path / seed / 'release'}" in done.stdout
        hashes.append(json.loads((tmp_path / seed / "release" / "manifest.json").read_text("utf-8"))["graph"])
    assert hashes[0] == hashes[1]


def test_a_full_disk_is_one_line_and_leaves_nothing_half_written(sample_copy, tmp_path):
    """A limit on the size of files stands for a full disk: writing fails in the middle either way."""
    succeed("ask", "--model", "simulated/0.3", store=sample_copy)
    succeed("judge", store=sample_copy)
    page = tmp_path / "report.html"
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); "
        "from hallugraph.cli import main; main()"
    )
    words = ["report", "--html", str(page), "--store", str(sample_copy)]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("hallugraph: ")
    assert "too large" in line or "full" in line
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
