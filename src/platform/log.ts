import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/** Names whose values never reach a log line, wherever an object carries them one level deep. */
const SECRET_FIELDS = ["authorization", "cookie", "x-api-key", "key", "password", "secret", "signing_secret", "token"];

/**
 * Structured log, one JSON object per line on standard output (or `destination`). Levels as in LOG_LEVEL. Values of
 * fields that hold credentials are replaced.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: "carbon-ledger" },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`]),
      censor: "[redacted]",
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
