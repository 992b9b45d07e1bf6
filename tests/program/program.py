"""The program `stoa` as a user meets it: runs it and tells what came out. For the tests of this folder.

Each of them is called with the path of the program: contract_test.py STOA [test names].
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

STOA = ""


class Outcome:
    """What a run gave: exit status and both outputs as text."""

    def __init__(self, status, out, error):
        self.status, self.out, self.error = status, out, error

    @property
    def state(self):
        """The SQLSTATE on standard error, or ''."""
        found = re.match(r"ERROR ([0-9A-Z]{5}): .", self.error)
        return found.group(1) if found else ""

    def rows(self):
        """The lines of CSV behind the header, each split at commas."""
        return [line.split(",") for line in self.out.splitlines()[1:]]


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, which is the program's working directory."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="stoa-test-")
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def path(self, name):
        return self.folder / name

    def write(self, name, contents):
        data = contents.encode() if isinstance(contents, str) else contents
        self.path(name).write_bytes(data)
        return name

    def stoa(self, *arguments, text=None, timeout=120):
        """Runs the program; `text` is its standard input."""
        environment = dict(os.environ, HOME=str(self.folder))
        with subprocess.Popen([STOA, *map(str, arguments)], cwd=self.folder, env=environment,
                              stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                out, error = process.communicate(text.encode() if text is not None else None, timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                self.fail(f"still running after {timeout} s: {arguments}")
        return Outcome(process.returncode, out.decode(errors="replace"), error.decode(errors="replace"))

    def peak_bytes(self, *arguments):
        """Runs the program and gives what it gave and the most memory that it had at once."""
        report = self.path(".peak")
        watcher = ("import os,resource,subprocess,sys;"
                   "status=subprocess.call(sys.argv[2:]);"
                   "peak=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss*1024;"
                   "open(sys.argv[1],'w').write(str(peak));sys.exit(status if status>=0 else 128-status)")
        done = subprocess.run([sys.executable, "-c", watcher, report, STOA, *map(str, arguments)], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=240,
                              check=False)
        peak = int(report.read_text())
        report.unlink()
        return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")), peak

    def sql(self, *statements, options=(), timeout=120):
        """Runs statements with -c, results as CSV."""
        arguments = [part for statement in statements for part in ("-c", statement)]
        return self.stoa("--format", "csv", *options, *arguments, timeout=timeout)

    def rows(self, *statements, options=()):
        """The rows of the last result; the run must succeed."""
        outcome = self.sql(*statements, options=options)
        self.assertEqual((outcome.status, outcome.error), (0, ""), statements)
        return outcome.rows()

    def assert_fails(self, outcome, state, *words):
        """The run failed as the contract says, without a crash, and its message has the words."""
        self.assertEqual(outcome.status, 1, f"{outcome.out[-500:]}\n{outcome.error[-2000:]}")
        self.assertEqual(outcome.state, state, outcome.error[-2000:])
        for word in words:
            self.assertIn(word, outcome.error)

    def files(self):
        """All names in the folder, hidden ones too."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


def main():
    """Takes the program's path off the command line and runs the tests of the calling file."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} STOA [tests]")
    sys.modules[__name__].STOA = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=1)
