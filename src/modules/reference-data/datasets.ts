import type { ImportFormat } from "../factors/index.ts";

/** Addresses of the publishers, without a slash at the end. */
export interface PublisherAddresses {
  readonly ecb: string;
  readonly eurostat: string;
  readonly statbank: string;
  readonly energi_data_service: string;
}

/** A file that a publisher serves without a key, and that `factors import` takes as it is. */
export interface PublishedDataset {
  readonly publisher: keyof PublisherAddresses;
  readonly format: ImportFormat;
  /** @param year the present one */
  path(year: number): string;
  readonly every_hours: number;
  /** Many times the size of a real answer. */
  readonly bytes_max: number;
}

/** Earlier years have shipped, and stay as they are. */
const RATE_YEARS = 2;
/** The first year of the price levels that ship. */
const FIRST_LEVEL_YEAR = 2010;
const MIB = 1024 * 1024;

/** Energinet revises a year for months after it has ended. */
const DECLARATION_YEARS = 1;
const DECLARATION_QUERY = new URLSearchParams({
  filter: JSON.stringify({ PriceArea: ["DK1", "DK2"], FuelAllocationMethod: ["125%"] }),
  columns: "HourUTC,HourDK,PriceArea,FuelAllocationMethod,Edition,CO2PerkWh",
  sort: "HourUTC asc",
  timezone: "dk",
  limit: "0",
}).toString();

/** What is fetched, by the name that is stored with it. */
export const DATASETS = {
  /** Means of exchange rates by month and year; the ECB's data portal, SDMX 2.1 REST. */
  "ecb-means": {
    publisher: "ecb",
    format: "ecb-means",
    path: (year) => `/service/data/EXR/M+A..EUR.SP00.A?startPeriod=${year - RATE_YEARS}&detail=dataonly&format=csvdata`,
    every_hours: 24,
    bytes_max: 16 * MIB,
  },
  /** Consumer prices of the euro area by month; Eurostat's statistics API, JSON-stat 2.0. */
  "eurostat-hicp": {
    publisher: "eurostat",
    format: "hicp",
    path: () =>
      "/api/dissemination/statistics/1.0/data/prc_hicp_minr?format=JSON&lang=EN&freq=M&unit=I15&coicop18=TOTAL&geo=EA" +
      `&sinceTimePeriod=${FIRST_LEVEL_YEAR}-01`,
    every_hours: 7 * 24,
    bytes_max: 4 * MIB,
  },
  /** Consumer prices of Denmark by month; the API of StatBank Denmark. */
  "statbank-cpi": {
    publisher: "statbank",
    format: "cpi",
    path: () => "/v1/data/PRIS01/CSV?lang=en&valuePresentation=Code&delimiter=Semicolon&VAREGR=000000&ENHED=100&Tid=*",
    every_hours: 7 * 24,
    bytes_max: 4 * MIB,
  },
  /** Emissions of electricity from the Danish grid by hour and price area; the API of Energi Data Service. */
  "eds-declaration": {
    publisher: "energi_data_service",
    format: "eds-declaration",
    path: (year) =>
      `/dataset/DeclarationGridEmission?start=${year - DECLARATION_YEARS}-01-01T00:00&end=${year + 1}-01-01T00:00&${DECLARATION_QUERY}`,
    every_hours: 7 * 24,
    bytes_max: 32 * MIB,
  },
} as const satisfies Record<string, PublishedDataset>;

export type DatasetName = keyof typeof DATASETS;

// The keys of the object literal above.
export const DATASET_NAMES = Object.keys(DATASETS) as readonly DatasetName[];
