#include <fmt/format.h>

#include "exec/physical_planner.h"

namespace stoa {

namespace {

constexpr double kMisestimateFactor = 10;

std::string what_happened(const PhysicalOperator& op, const OperatorProfile& profile) {
  const auto row_count = static_cast<double>(profile.row_count.load());
  std::string text = fmt::format("{} rows, {:.3f} ms", profile.row_count.load(),
                                 static_cast<double>(profile.time_ns.load()) / 1e6);
  if (profile.memory.peak_bytes() != 0) {
    text += fmt::format(", {:.1f} KiB", static_cast<double>(profile.memory.peak_bytes()) / 1024);
  }
  if (profile.skipped_row_count != 0) {
    text += fmt::format(", {} rows skipped", profile.skipped_row_count.load());
  }
  if (op.estimated_rows()) {
    const double estimate = std::max(1.0, *op.estimated_rows());
    const double actual = std::max(1.0, row_count);
    if (estimate > actual * kMisestimateFactor || actual > estimate * kMisestimateFactor) {
      text += ", misestimated";
    }
  }
  return text;
}

void print(const PhysicalOperator& op, size_t depth, const std::deque<OperatorProfile>* profiles,
           std::string& text) {
  text += std::string(depth * 2, ' ') + op.name();
  if (!op.details().empty()) {
    text += " " + op.details();
  }
  if (op.estimated_rows()) {
    text += fmt::format("  (~{:.0f} rows)", *op.estimated_rows());
  }
  if (profiles != nullptr) {
    text += "  [" + what_happened(op, (*profiles)[op.number()]) + "]";
  }
  text += '\n';
  for (const PhysicalOperatorPtr& child : op.children()) {
    print(*child, depth + 1, profiles, text);
  }
}

}  // namespace

std::string explain_text(const PhysicalPlan& plan, const std::deque<OperatorProfile>* profiles) {
  std::string text;
  print(*plan.root, 0, profiles, text);
  return text;
}

}  // namespace stoa
