import { Counter, type Registry } from "prom-client";
import type { Interface, RequestMetrics } from "../../core/request-metrics.ts";
import { type Recorder, RecordedHistogram } from "./recorded-histogram.ts";

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what the transports tell, with a bounded number of series: nothing that a caller chose is a label. */
export function requestCounts(registry: Registry): RequestMetrics {
  const registers = [registry];
  const durations = new RecordedHistogram({
    name: "carbon_ledger_http_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, by route pattern.",
    labels: ["method", "route", "status"],
    buckets: BUCKETS_SECONDS,
    registry,
  });
  const refusals = new Counter({
    name: "carbon_ledger_refusals_total",
    help: "Requests and tool calls that were refused or failed, by interface, status and error code.",
    labelNames: ["interface", "status", "code"],
    registers,
  });
  const calls = new Counter({
    name: "carbon_ledger_tool_calls_total",
    help: "Assistants' tool calls, by tool and whether the result was an error.",
    labelNames: ["tool", "outcome"],
    registers,
  });
  // By route, method and status: three look-ups of what is there already, and no text is made.
  const recordersByRoute = new Map<string, Map<string, Map<number, Recorder>>>();
  const recorder = (route: string, method: string, status: number): Recorder => {
    const methods = madeAt(recordersByRoute, route, () => new Map<string, Map<number, Recorder>>());
    const statuses = madeAt(methods, method, () => new Map<number, Recorder>());
    return madeAt(statuses, status, () => durations.series({ method, route, status: String(status) }));
  };
  return {
    observe: (method, route, status, seconds) => recorder(route, method, status).observe(seconds),
    refused: (through: Interface, status, code) => refusals.inc({ interface: through, status: String(status), code }),
    toolCalled: (tool, outcome) => calls.inc({ tool, outcome }),
  };
}

function madeAt<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existingValue = map.get(key);
  if (existingValue !== undefined) return existingValue;
  const made = make();
  map.set(key, made);
  return made;
}
