#include <atomic>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "catalog/catalog.h"
#include "shell/completion.h"
#include "shell/shell.h"
#include "shell/statement_collector.h"

namespace stoa::shell {

namespace {

constexpr int kHistoryEntriesMax = 5000;

/// What a signal handler can reach. One interactive shell runs in a process.
std::atomic<Shell*> interrupted_shell{nullptr};
std::atomic<bool> was_interrupted{false};

void on_interrupt(int) {
  was_interrupted = true;
  if (Shell* shell = interrupted_shell.load()) {
    shell->interrupt();
  }
}

/// Ctrl-C stops the running statement, and gives up the line being typed; the shell goes on.
class InterruptHandler {
 public:
  explicit InterruptHandler(Shell& shell) {
    interrupted_shell = &shell;
    struct sigaction action = {};
    action.sa_handler = on_interrupt;  // without SA_RESTART, so that reading a line is interrupted
    sigaction(SIGINT, &action, &former_);
  }
  ~InterruptHandler() {
    sigaction(SIGINT, &former_, nullptr);
    interrupted_shell = nullptr;
  }
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;

 private:
  struct sigaction former_ = {};
};

/// Keeps SIGINT waiting while it lives.
class SignalMask {
 public:
  explicit SignalMask(sigset_t& former) : former_(former) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    pthread_sigmask(SIG_BLOCK, &held, &former_);
  }
  ~SignalMask() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  SignalMask(const SignalMask&) = delete;
  SignalMask& operator=(const SignalMask&) = delete;

 private:
  sigset_t& former_;
};

std::string history_path() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.stoa_history";
}

/// libedit's editor and history.
class LineEditor {
 public:
  explicit LineEditor(Shell& shell)
      : shell_(shell),
        editor_(el_init("stoa", stdin, stdout, stderr), el_end),
        history_(history_init(), history_end) {
    HistEvent event;
    history(history_.get(), &event, H_SETSIZE, kHistoryEntriesMax);
    history(history_.get(), &event, H_SETUNIQUE, 1);
    if (!history_path().empty()) {
      history(history_.get(), &event, H_LOAD, history_path().c_str());
    }
    el_set(editor_.get(), EL_CLIENTDATA, this);
    el_set(editor_.get(), EL_PROMPT, &LineEditor::prompt);
    el_set(editor_.get(), EL_EDITOR, "emacs");
    el_wset(editor_.get(), EL_GETCFN, &LineEditor::read_character);
    el_set(editor_.get(), EL_HIST, history, history_.get());
    // The wide form keeps the pointers; the narrow one would copy the names and never free them.
    el_wset(editor_.get(), EL_ADDFN, L"stoa-complete", L"complete a name", &LineEditor::complete);
    el_set(editor_.get(), EL_BIND, "^I", "stoa-complete", nullptr);
    // A Ctrl-D typed before the editor takes the terminal over comes as a zero byte.
    el_wset(editor_.get(), EL_ADDFN, L"stoa-end", L"leave when the line is empty", &LineEditor::end);
    el_set(editor_.get(), EL_BIND, "^@", "stoa-end", nullptr);
    el_source(editor_.get(), nullptr);
  }

  ~LineEditor() {
    HistEvent event;
    if (!history_path().empty()) {
      history(history_.get(), &event, H_SAVE, history_path().c_str());
    }
  }

  enum class Outcome { kLine, kInterrupted, kEnd };

  Outcome read(bool continues, std::string& line) {
    continues_ = continues;
    was_interrupted = false;
    int count = 0;
    const SignalMask mask(former_signals_);
    const char* text = el_gets(editor_.get(), &count);
    if (was_interrupted.exchange(false)) {
      el_reset(editor_.get());
      return Outcome::kInterrupted;
    }
    if (text == nullptr || count <= 0) {
      return Outcome::kEnd;
    }
    line.assign(text, static_cast<size_t>(count));
    return Outcome::kLine;
  }

  void remember(const std::string& statement) {
    HistEvent event;
    history(history_.get(), &event, H_ENTER, statement.c_str());
  }

 private:
  static LineEditor& self(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<LineEditor*>(data);
  }

  static char* prompt(EditLine* editor) {
    static char first[] = "stoa> ";
    static char further[] = "  ... ";
    return self(editor).continues_ ? further : first;
  }

  /// Waits for a key with SIGINT let through, and only then: a Ctrl-C while earlier keys are worked on is
  /// seen before the next wait, not after it.
  static int read_character(EditLine* editor, wchar_t* character) {
    char32_t code = 0;
    size_t missing = 0;
    do {
      if (!self(editor).wait_for_input()) {
        return -1;
      }
      unsigned char byte = 0;
      const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
      if (count <= 0) {
        return static_cast<int>(count);
      }
      if (missing == 0 || (byte & 0xC0U) != 0x80U) {
        missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
        code = missing == 0 ? byte : byte & (0x3FU >> missing);
      } else {
        code = code << 6 | (byte & 0x3FU);
        --missing;
      }
    } while (missing != 0);
    *character = static_cast<wchar_t>(code);
    return 1;
  }

  /// False once interrupted.
  bool wait_for_input() const {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!was_interrupted) {
      if (ppoll(&input, 1, nullptr, &former_signals_) >= 0) {
        return true;
      }
      if (errno != EINTR) {
        return true;  // the read will tell
      }
    }
    errno = EINTR;
    return false;
  }

  static unsigned char end(EditLine* editor, wint_t) {
    const LineInfo* line = el_line(editor);
    return line->lastchar == line->buffer ? CC_EOF : CC_ERROR;
  }

  static unsigned char complete(EditLine* editor, wint_t) {
    const LineInfo* line = el_line(editor);
    const std::string before(line->buffer, static_cast<size_t>(line->cursor - line->buffer));
    const Completion completion = complete_name(self(editor).shell_.session(), before);
    if (completion.added.empty()) {
      if (completion.candidates.size() < 2) {
        return CC_ERROR;
      }
      std::fputc('\n', stdout);
      for (const std::string& candidate : completion.candidates) {
        std::printf("%s  ", candidate.c_str());
      }
      std::fputc('\n', stdout);
      return CC_REDISPLAY;
    }
    return el_insertstr(editor, completion.added.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  Shell& shell_;
  std::unique_ptr<EditLine, void (*)(EditLine*)> editor_;
  std::unique_ptr<History, void (*)(History*)> history_;
  bool continues_ = false;
  sigset_t former_signals_{};
};

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

}  // namespace

void run_interactive(Shell& shell, std::ostream& out) {
  // The editor tells characters apart by the locale, and what we take and print is UTF-8.
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) {
    std::setlocale(LC_CTYPE, "");
  }
  const InterruptHandler interrupts(shell);
  LineEditor editor(shell);
  out << "StoaDB. Statements end with a semicolon; .help lists commands.\n" << std::flush;
  StatementCollector statements;
  for (;;) {
    std::string line;
    switch (editor.read(!statements.is_empty(), line)) {
      case LineEditor::Outcome::kEnd: out << '\n'; return;
      case LineEditor::Outcome::kInterrupted:
        statements.clear();
        out << "^C\n" << std::flush;
        continue;
      case LineEditor::Outcome::kLine: break;
    }
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
      line.pop_back();
    }
    if (statements.is_empty() && line.starts_with('.')) {
      editor.remember(line);
      if (shell.run_dot_command(line) == RunEnd::kQuit) {
        return;
      }
      continue;
    }
    if (!statements.add_line(line)) {
      continue;
    }
    if (!is_blank(statements.text())) {
      editor.remember(statements.text().substr(0, statements.text().size() - 1));
      shell.run_text(statements.text());
    }
    statements.clear();
  }
}

}  // namespace stoa::shell
