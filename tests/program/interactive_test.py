#!/usr/bin/env python3
"""The shell at a terminal: editing, history, completion, several lines, dot commands, progress, Ctrl-C.

Usage: interactive_test.py STOA
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

import program

# Colours and cursor movements, and the padding that goes with them.
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x0f")
SLOW = "SELECT count(*) FROM generate_series(1, 3000000) a(x), generate_series(1, 3000000) b(y) WHERE x + y = 7;"


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, test, *options):
        self._test = test
        self.text = ""
        environment = dict(os.environ, HOME=str(test.folder), TERM="xterm")
        try:
            self.pid, self._fd = pty.fork()
        except OSError as error:
            raise unittest.SkipTest(f"this machine gives no pseudo-terminal: {error}") from error
        if self.pid == 0:
            os.chdir(test.folder)
            os.execve(program.STOA, [program.STOA, *options], environment)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self._seen = 0

    def send(self, keys):
        os.write(self._fd, keys.encode())

    def line(self, text):
        self.send(text + "\r")

    def wait(self, pattern, timeout=20):
        """Reads until the pattern comes behind what earlier waits found; gives the text up to its end."""
        end = time.monotonic() + timeout
        while True:
            found = re.compile(pattern).search(self.text, self._seen)
            if found:
                before = self.text[self._seen:found.end()]
                self._seen = found.end()
                return before
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                self._test.fail(f"no {pattern!r} in {self.text[self._seen:]!r}")

    def _read(self, timeout):
        if not select.select([self._fd], [], [], timeout)[0]:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.text += ESCAPES.sub("", data.decode(errors="replace"))
        return bool(data)

    def quit_with(self, keys):
        """Sends the keys and gives the exit status."""
        end = time.monotonic() + 20
        send_at = 0
        while time.monotonic() < end:
            # Between prompt and editor the terminal is nobody's for a moment, and Ctrl-D would be lost.
            if time.monotonic() > send_at:
                self.send(keys)
                send_at = time.monotonic() + 2
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
            self._read(0.05)
        return self._test.fail("the shell goes on")

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)


class InteractiveTest(program.ProgramTest):
    def start(self, *options):
        terminal = Terminal(self, *options)
        self.addCleanup(terminal.close)
        terminal.wait("stoa> ")
        return terminal

    def test_greets_answers_and_leaves(self):
        terminal = self.start()
        terminal.line("SELECT 40 + 2 AS answer;")
        shown = terminal.wait(r"\(1 row\)")
        self.assertIn("| answer |", shown)
        self.assertIn("42", shown)
        terminal.wait("stoa> ")
        self.assertEqual(terminal.quit_with("\x04"), 0)

    def test_quit_and_exit_leave(self):
        for command in (".quit\r", ".exit\r"):
            self.assertEqual(self.start().quit_with(command), 0)

    def test_errors_show_the_place_and_the_shell_goes_on(self):
        terminal = self.start()
        terminal.line("SELECT nosuch;")
        self.assertIn("LINE 1: SELECT nosuch;", terminal.wait(r"\^\r?\n"))
        terminal.wait("stoa> ")
        terminal.line("CREATE TABLE t (a INT);")
        terminal.wait("CREATE TABLE\r?\n")
        terminal.line("INSERT INTO t VALUES (1), (2);")
        terminal.wait("INSERT 2\r?\n[^\n]*stoa> ")
        self.assertEqual(terminal.quit_with("\x04"), 0)

    def test_statements_take_several_lines(self):
        terminal = self.start()
        terminal.line("SELECT 'one;")
        terminal.wait(r"\.\.\. ")
        terminal.line("two' AS text,")
        terminal.wait(r"\.\.\. ")
        terminal.line("7 AS n;")
        self.assertIn(r"one;\ntwo", terminal.wait(r"\(1 row\)"))

    def test_lines_are_edited(self):
        terminal = self.start()
        terminal.send("SELECT 12 AS n;")
        terminal.send("\x01")  # to the begin of the line
        terminal.send("\x1b[C" * 8)  # eight to the right
        terminal.send("\x0b" + "3 AS n;\r")  # the rest is cut off and typed anew
        terminal.wait(r"\| 13 \|")

    def test_history_comes_back_in_a_session_and_in_the_next(self):
        terminal = self.start()
        terminal.line("SELECT 4711 AS first_one;")
        terminal.wait(r"\| +4711 \|[\s\S]*stoa> ")
        terminal.line("SELECT 1 AS second_one;")
        terminal.wait(r"\(1 row\)[\s\S]*stoa> ")
        terminal.send("\x1b[A\x1b[A\r")  # twice up; the editor redraws only what differs, so the answer tells
        terminal.wait(r"\| +4711 \|")
        terminal.wait("stoa> ")
        self.assertEqual(terminal.quit_with("\x04"), 0)
        self.assertTrue(self.path(".stoa_history").exists())
        again = self.start()
        again.send("\x1b[A\r")
        again.wait(r"\| +4711 \|")

    def test_names_and_words_are_completed(self):
        terminal = self.start()
        terminal.line("CREATE TABLE customers (identifier INT, surname TEXT);")
        terminal.wait("CREATE TABLE\r?\n[^\n]*stoa> ")
        terminal.send("SELECT count(surn\t) AS n FROM custo\t;\r")
        terminal.wait(r"\| +0 \|[\s\S]*stoa> ")
        terminal.send("SELECT regexp_\t")
        terminal.wait("regexp_replace")  # several: they are listed
        terminal.send("\x03")
        terminal.wait(r"\^C")

    def test_dot_commands(self):
        terminal = self.start()
        terminal.line(".help")
        for command in (".tables", ".schema", ".timer", ".mode"):
            terminal.wait(re.escape(command))
        terminal.line("CREATE TABLE shelf (a INTEGER, b TEXT);")
        terminal.wait("CREATE TABLE\r?\n[^\n]*stoa> ")
        terminal.line(".tables")
        terminal.wait(r"\| shelf")
        terminal.line(".schema shelf")
        terminal.wait(r"CREATE TABLE shelf \(\r?\n +a integer,\r?\n +b text\r?\n\);")
        terminal.line(".mode csv")
        terminal.wait("stoa> ")
        terminal.line("SELECT 1 AS a, NULL AS b;")
        terminal.wait(r"a,b\r?\n1,\r?\n")
        terminal.line(".timer on")
        terminal.wait("stoa> ")
        terminal.line("SELECT 2 AS a;")
        terminal.wait(r"Time: [0-9.]+ ms")
        terminal.line(".nosuch")
        terminal.wait("there is no command .nosuch")
        terminal.wait("stoa> ")
        self.assertEqual(terminal.quit_with(".quit\r"), 0)

    def test_ctrl_c_stops_a_statement_within_100_ms_and_keeps_the_shell(self):
        terminal = self.start()
        took = []
        for _ in range(5):  # other processes may hold it up: the best counts
            terminal.line(SLOW)
            terminal.wait(r"b\(y\) WHERE x \+ y = 7;")
            time.sleep(0.3)
            started = time.monotonic()
            terminal.send("\x03")
            terminal.wait("ERROR 57014: statement stopped")
            took.append(time.monotonic() - started)
            terminal.wait("stoa> ")
        self.assertLess(min(took), 0.1 + 0.05)  # and what the terminal takes
        terminal.line("SELECT 5 AS five;")
        terminal.wait(r"\| +5 \|")

    def test_takes_characters_of_any_script(self):
        terminal = self.start()
        terminal.line("SELECT 'h\u00e9llo \u20ac \U0001F600' AS x, length('\u00e9\u20ac');")
        shown = terminal.wait(r"\(1 row\)")
        self.assertIn("| h\u00e9llo \u20ac \U0001F600 |      2 |", shown)

    def test_ctrl_c_gives_up_the_line_being_typed(self):
        terminal = self.start()
        terminal.line("SELECT 'open")
        terminal.wait(r"\.\.\. ")
        terminal.send("more\x03")
        terminal.wait(r"\^C\r?\n[^\n]*stoa> ")
        terminal.line("SELECT 6 AS six;")
        terminal.wait(r"\| +6 \|")

    def test_progress_is_shown_after_a_second_only(self):
        terminal = self.start()
        terminal.line("SELECT 1 AS quick;")
        terminal.wait(r"\(1 row\)")
        self.assertNotIn("%", terminal.text)
        terminal.line(SLOW)
        terminal.wait(r"b\(y\) WHERE x \+ y = 7;")
        started = time.monotonic()
        terminal.wait(r"\[[#.]{40}\] +[0-9]+%")
        self.assertGreater(time.monotonic() - started, 0.8)
        terminal.send("\x03")
        terminal.wait("ERROR 57014")
        # No progress without a terminal.
        self.write("slow.sql", "SET statement_timeout = '1500ms';\n" + SLOW)
        outcome = self.stoa("-f", "slow.sql")
        self.assertNotIn("%", outcome.error)


class InterruptWithoutTerminal(program.ProgramTest):
    def test_ctrl_c_ends_a_script(self):
        process = subprocess.Popen([program.STOA, "-c", SLOW], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with process:
            time.sleep(0.5)
            started = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)
            self.assertLess(time.monotonic() - started, 1)
        self.assertNotEqual(process.returncode, 0)


if __name__ == "__main__":
    program.main()
