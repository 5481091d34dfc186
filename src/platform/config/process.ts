import { z } from "zod";
import { count } from "./values.ts";

/** The environment variables of these: how each is read, its default as shown to operators, what it means. */
export const PROCESS_SETTINGS = {
  ROLE: {
    schema: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
    shown: "all",
    meaning:
      "What this process does: web answers requests and takes uploads in; worker reads documents, makes reports, delivers " +
      "webhooks, fetches from data sources, and answers only /healthz, /readyz and /metrics on PORT; all does both. web and " +
      "worker need DATABASE_URL and each other",
  },
  SHUTDOWN_DELAY_SECONDS: {
    schema: count(0, 300).default(0),
    shown: "0",
    meaning:
      "Seconds for which requests are still answered after a signal to stop, while /readyz is 503 and each answer closes its " +
      "connection, so that balancers and proxies go elsewhere first",
  },
  PARSER_WORKERS: {
    schema: count(1, 64).default(2),
    shown: "2",
    meaning: "Threads that read documents at the same time",
  },
  OCR_WORKERS: {
    schema: count(1, 16).default(1),
    shown: "1",
    meaning: "Processes that read scans and photos at the same time, with up to 900 MiB of memory each",
  },
} as const;
