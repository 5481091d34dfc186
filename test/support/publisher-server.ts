import { createServer, type ServerResponse } from "node:http";
import { listenOnLoopback } from "./loopback-server.ts";

/** What the stand-in answers: a body with status 200, or any answer by hand. */
export type PublisherAnswer = string | Buffer | ((response: ServerResponse) => void);

/** A stand-in for the publishers on loopback: one server for all, told apart by their paths. */
export interface PublisherServer {
  readonly url: string;
  /** Paths with query, in the order asked. */
  readonly asked: string[];
  connections(): number;
  ecb(answer: PublisherAnswer): void;
  eurostat(answer: PublisherAnswer): void;
  statbank(answer: PublisherAnswer): void;
  energinet(answer: PublisherAnswer): void;
  close(): void;
}

export async function publisherServer(): Promise<PublisherServer> {
  const answers = new Map<string, PublisherAnswer>();
  const asked: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = [...answers].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === "function") answer(response);
    else response.writeHead(200).end(answer);
  });
  server.on("connection", () => {
    connections += 1;
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    connections: () => connections,
    ecb: (answer) => answers.set("/service/data/EXR/", answer),
    eurostat: (answer) => answers.set("/api/dissemination/statistics/1.0/data/prc_hicp_minr?", answer),
    statbank: (answer) => answers.set("/v1/data/PRIS01/CSV?", answer),
    energinet: (answer) => answers.set("/dataset/DeclarationGridEmission?", answer),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A mean as the ECB's data portal gives it with detail=dataonly: [frequency, currency, period, value]. */
export type EcbObservation = readonly [freq: string, currency: string, period: string, value: string];

/** SDMX-CSV of the dataset EXR, as the ECB's data portal answers format=csvdata&detail=dataonly. */
export function ecbCsv(observations: readonly EcbObservation[]): string {
  const rows = observations.map(
    ([freq, currency, period, value]) =>
      `EXR.${freq}.${currency}.EUR.SP00.A,${freq},${currency},EUR,SP00,A,${period},${value}`,
  );
  return ["KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE", ...rows, ""].join("\r\n");
}

/** JSON-stat 2.0 of prc_hicp_minr, as Eurostat's statistics API answers for one series: levels by "YYYY-MM". */
export function hicpJsonStat(
  levels: Readonly<Record<string, number>>,
  codes: Readonly<Record<string, string>> = {},
): string {
  const { unit = "I15", coicop18 = "TOTAL", geo = "EA" } = codes;
  const one = (label: string, code: string, words: string) => ({
    label,
    category: { index: { [code]: 0 }, label: { [code]: words } },
  });
  const months = Object.keys(levels);
  return JSON.stringify({
    version: "2.0",
    class: "dataset",
    label: "Harmonised index of consumer prices (HICP) - ECOICOP ver.2 - indices and rates of change, monthly data",
    source: "ESTAT",
    updated: "2027-01-22T11:00:00+0100",
    value: Object.fromEntries(months.map((month, position) => [String(position), levels[month]])),
    id: ["freq", "unit", "coicop18", "geo", "time"],
    size: [1, 1, 1, 1, months.length],
    dimension: {
      freq: one("Time frequency", "M", "Monthly"),
      unit: one("Unit of measure", unit, "Index, 2015=100"),
      coicop18: one("Classification of individual consumption by purpose (COICOP 2018)", coicop18, "All-items HICP"),
      geo: one("Geopolitical entity (reporting)", geo, "Euro area"),
      time: {
        label: "Time",
        category: {
          index: Object.fromEntries(months.map((month, position) => [month, position])),
          label: Object.fromEntries(months.map((month) => [month, month])),
        },
      },
    },
    extension: {
      lang: "EN",
      id: "PRC_HICP_MINR",
      agencyId: "ESTAT",
      version: "1.0",
      datastructure: { id: "PRC_HICP_MINR" },
    },
  });
}

/** CSV of the StatBank table PRIS01 with valuePresentation=Code: levels by "YYYYMmm". */
export function statbankCsv(levels: Readonly<Record<string, string>>): string {
  const rows = Object.entries(levels).map(([month, level]) => `000000;100;${month};${level}`);
  return `\u{FEFF}${["VAREGR;ENHED;TID;INDHOLD", ...rows, ""].join("\r\n")}`;
}

/** The same level in each of the first `count` months of a year, by a name of the month. */
export function levelOfMonths<Level>(
  year: number,
  level: Level,
  { separator, count = 12 }: { readonly separator: "-" | "M"; readonly count?: number },
): Record<string, Level> {
  const months = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, "0"));
  return Object.fromEntries(months.map((month) => [`${year}${separator}${month}`, level]));
}

/** A row of DeclarationGridEmission. */
export interface DeclaredHour {
  readonly HourUTC: string;
  readonly HourDK: string;
  readonly PriceArea: string;
  readonly FuelAllocationMethod: string;
  readonly Edition: string;
  readonly CO2PerkWh: number | null;
}

/** Every hour of a month (YYYY-MM, Danish time) in a price area, with the same figure or one by position. */
export function declaredHours(
  area: "DK1" | "DK2",
  month: string,
  grams: number | ((hour: number) => number | null),
): DeclaredHour[] {
  const local = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Copenhagen",
    dateStyle: "short",
    timeStyle: "medium",
  });
  const [year = 0, number = 0] = month.split("-").map(Number);
  // Danish time is at most two hours ahead of UTC.
  const from = Date.UTC(year, number - 1, 1) - 2 * 3_600_000;
  const all = Array.from({ length: 32 * 24 }, (_, hour) => new Date(from + hour * 3_600_000));
  return all
    .map((at) => ({ utc: at.toISOString().slice(0, 19), dk: local.format(at).replace(" ", "T") }))
    .filter(({ dk }) => dk.startsWith(month))
    .map(({ utc, dk }, position) => ({
      HourUTC: utc,
      HourDK: dk,
      PriceArea: area,
      FuelAllocationMethod: "125%",
      Edition: "Final",
      CO2PerkWh: typeof grams === "number" ? grams : grams(position),
    }));
}

/** JSON of the dataset DeclarationGridEmission, as the API of Energi Data Service answers it. */
export function declarationJson(records: readonly DeclaredHour[], total = records.length): string {
  return JSON.stringify({ total, limit: 0, dataset: "DeclarationGridEmission", records });
}
