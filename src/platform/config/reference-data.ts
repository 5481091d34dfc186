import { z } from "zod";
import { address, proxy } from "./values.ts";

/** The environment variables of fetching published figures: how each is read, its default as shown to operators, what it means. */
export const REFERENCE_DATA_SETTINGS = {
  REFERENCE_DATA: {
    schema: z.enum(["off", "fetch"], "must be off or fetch").default("off"),
    shown: "off",
    meaning:
      "fetch: one of the processes that do background work fetches exchange rates (ECB) daily, and consumer prices (Eurostat, " +
      "Statistics Denmark) and the declaration of Danish electricity (Energinet) weekly; off: nothing is ever asked for, and files are imported (docs/reference-data.md)",
  },
  REFERENCE_DATA_PROXY_URL: {
    schema: proxy,
    shown: "none",
    meaning: "Forward proxy (CONNECT) for fetching published figures",
  },
  ECB_URL: {
    schema: address.default("https://data-api.ecb.europa.eu").pipe(z.string()),
    shown: "https://data-api.ecb.europa.eu",
    meaning: "Address of the European Central Bank's data portal, or of a mirror",
  },
  EUROSTAT_URL: {
    schema: address.default("https://ec.europa.eu/eurostat").pipe(z.string()),
    shown: "https://ec.europa.eu/eurostat",
    meaning: "Address of Eurostat's API, or of a mirror",
  },
  STATBANK_URL: {
    schema: address.default("https://api.statbank.dk").pipe(z.string()),
    shown: "https://api.statbank.dk",
    meaning: "Address of the API of StatBank Denmark, or of a mirror",
  },
  ENERGI_DATA_SERVICE_URL: {
    schema: address.default("https://api.energidataservice.dk").pipe(z.string()),
    shown: "https://api.energidataservice.dk",
    meaning: "Address of the API of Energi Data Service (Energinet), or of a mirror",
  },
} as const;
