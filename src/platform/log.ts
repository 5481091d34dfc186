import { type DestinationStream, type Logger, type LogFn, pino, stdSerializers } from "pino";
import { outageLines } from "./outage-lines.ts";

export type { Logger };

/** Names whose values never reach a log line, wherever an object carries them one level deep. */
const SECRET_FIELDS = ["authorization", "cookie", "x-api-key", "key", "password", "secret", "signing_secret", "token"];

/** Members of the driver's errors in which the server quotes rows: "Key (email)=(...) already exists.", "Failing row contains (...)". */
const QUOTED_ROWS = ["detail", "where", "internalQuery"];

/**
 * Structured log, one JSON object per line on standard output (or `destination`). Levels as in LOG_LEVEL. Values of
 * fields that hold credentials are replaced, and of the database's errors what quotes a row is left out. Lines whose `err` is an outage become rarer while it lasts; `left_out` counts
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
    serializers: { err: withoutRows },
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

function withoutRows(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !QUOTED_ROWS.includes(name)));
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Error);
}
