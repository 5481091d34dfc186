import { z } from "zod";

/** Where traces go; everything else of OpenTelemetry is read by its libraries, by the names of its specification. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s]+$/, "must be an http:// or https:// address")
      .max(1000)
      .optional(),
    shown: "none: no traces",
    meaning:
      "OpenTelemetry collector that gets traces as OTLP over HTTP in JSON, e.g. http://localhost:4318; the other OTEL_* " +
      "variables of its specification hold as well (docs/operations.md)",
  },
  OTEL_SDK_DISABLED: {
    schema: z
      .enum(["true", "false"], "must be true or false")
      .transform((text) => text === "true")
      .default(false),
    shown: "false",
    meaning: "true: no traces, whatever else is set",
  },
  WEBHOOK_TRACE_CONTEXT: {
    schema: z
      .enum(["on", "off"], "must be on or off")
      .transform((text) => text === "on")
      .default(false),
    shown: "off",
    meaning: "Send the header traceparent to receivers of webhooks, where there are traces",
  },
} as const;
