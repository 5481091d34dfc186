import { z } from "zod";
import { count, nameServers, pauses, privateRanges, proxy } from "./values.ts";

/** 11 attempts over 75.6 hours. */
const RETRY_SCHEDULE = "10,60,300,1800,7200,18000,36000,50400,72000,86400";

/** The environment variables of deliveries: how each is read, its default as shown to operators, what it means. */
export const WEBHOOK_SETTINGS = {
  WEBHOOK_ALLOW_CIDRS: {
    schema: privateRanges,
    shown: "none",
    meaning: "Private address ranges that webhooks may reach, separated by commas; metadata services stay refused",
  },
  WEBHOOK_ALLOW_LOOPBACK: {
    schema: z.enum(["auto", "on", "off"], "must be auto, on or off").default("auto"),
    shown: "auto",
    meaning:
      "Whether webhooks and data sources of the sandbox may reach this machine; auto: while BASE_URL and HOST are both loopback, so that nobody else can ask for it",
  },
  WEBHOOK_DNS_SERVERS: {
    schema: nameServers,
    shown: "the machine's",
    meaning: "Name servers that are asked for hosts of webhooks, separated by commas",
  },
  WEBHOOK_EXTRA_CA_FILE: {
    schema: z.string().max(1000).optional(),
    shown: "none",
    meaning: "PEM file of authorities that receivers' certificates may come from, besides the public ones",
  },
  WEBHOOK_PROXY_URL: {
    schema: proxy,
    shown: "none",
    meaning: "Forward proxy (CONNECT) for webhooks; it resolves names, so it must refuse private addresses itself",
  },
  WEBHOOK_RETRY_SCHEDULE: {
    schema: pauses(RETRY_SCHEDULE),
    shown: RETRY_SCHEDULE,
    meaning: "Seconds between the attempts to deliver an event, each varied by up to 20 %; none: one attempt",
  },
  WEBHOOK_TIMEOUT_MS: {
    schema: count(100, 60_000).default(15_000),
    shown: "15000",
    meaning: "Time for one attempt, from the look-up of the name to the end of the answer, in milliseconds",
  },
  WEBHOOK_PAYLOAD_DAYS: {
    schema: count(1, 3650).default(30),
    shown: "30",
    meaning: "Days for which a finished delivery can be replayed; its body is removed afterwards",
  },
  WEBHOOK_ATTEMPT_DAYS: {
    schema: count(14, 3650).default(90),
    shown: "90",
    meaning:
      "Days for which events, finished deliveries and their attempts are kept; at least 14, the time that can be recovered",
  },
} as const;
