#pragma once

#include <memory>
#include <vector>

#include "exec/physical_operator.h"

namespace stoa {

/// A streaming operator in a running pipeline.
struct PipelineStage {
  const PhysicalOperator* op;
  StreamFactory* factory;
};

/// Pushes the morsels of scans through streaming stages into one sink, on as many threads as there are
/// morsels, up to the context's limit; one morsel runs on the caller alone. Several scans may be pushed one
/// after the other (UNION ALL, unmatched rows): their morsels are numbered on, so that order holds over all
/// of them. Used by one thread.
class Pipeline {
 public:
  Pipeline(ExecutionContext& context, const PhysicalOperator* sink_operator, SinkState& sink)
      : context_(context), sink_operator_(sink_operator), sink_(sink) {}

  /// `stages` from the source on upwards. `source_operator` is for the profile; may be null.
  void push(TableScan& scan, const PhysicalOperator* source_operator,
            const std::vector<PipelineStage>& stages);

 private:
  class Worker;
  ExecutionContext& context_;
  const PhysicalOperator* sink_operator_;
  SinkState& sink_;
  size_t next_morsel_ = 0;
};

}  // namespace stoa
