import { type DestinationStream, type Logger, type LogFn, pino } from "pino";
import { outageLines } from "./outage-lines.ts";

export type { Logger };

/** Names whose values never reach a log line, wherever an object carries them one level deep. */
const SECRET_FIELDS = ["authorization", "cookie", "x-api-key", "key", "password", "secret", "signing_secret", "token"];

/**
 * Structured log, one JSON object per line on standard output (or `destination`). Levels as in LOG_LEVEL. Values of
 * fields that hold credentials are replaced. Lines whose `err` is an outage become rarer while it lasts; `left_out` counts
 * those that were not written.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  now_ms: () => number = () => performance.now(),
): Logger {
  const decide = outageLines(now_ms);
  const options = {
    level,
    base: { service: "carbon-ledger" },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(args: Parameters<LogFn>, method: LogFn): void {
        const [fields] = args;
        const decision = isFields(fields) && "err" in fields ? decide(fields.err) : "write";
        if (decision === "leave_out") return;
        if (decision !== "write" && isFields(fields)) args[0] = { ...fields, ...decision };
        method.apply(this, args);
      },
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`]),
      censor: "[redacted]",
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Error);
}
