import { count } from "./values.ts";

/** What one peer may hold of a listener. */
export const HTTP_SETTINGS = {
  HTTP_CONNECTIONS_PER_ADDRESS: {
    schema: count(0, 1_000_000).default(500),
    shown: "500",
    meaning: "Connections that one address may hold open per listener; 0: any number. TRUSTED_PROXIES are exempt",
  },
  HTTP_HEADERS_TIMEOUT_SECONDS: {
    schema: count(1, 300).default(15),
    shown: "15",
    meaning: "Time in which the headers of a request must arrive after a connection was opened",
  },
  HTTP_BODY_BYTES_PER_SECOND: {
    schema: count(0, 1_000_000).default(2048),
    shown: "2048",
    meaning: "Slowest rate at which a body may arrive, on average over half a minute; 0: any",
  },
} as const;
