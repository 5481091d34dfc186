import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HEADER = "MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Målepunktstype_Kode";
const MINUTE = 60_000;

/** The clock of a moment: as it shows in Denmark, with its distance from UTC, or in UTC. */
const CLOCKS = {
  local: (at: number) => shown(at).replace("T", " "),
  offset: (at: number) => `${shown(at)}+0${hoursAhead(at)}:00`,
  utc: (at: number) => new Date(at).toISOString(),
} as const;

const hoursAhead = (at: number) =>
  Number(shown(at).slice(11, 13)) -
  new Date(at).getUTCHours() +
  (shown(at).slice(0, 10) === new Date(at).toISOString().slice(0, 10) ? 0 : 24);

const DANISH = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Copenhagen",
  dateStyle: "short",
  timeStyle: "medium",
});
const shown = (at: number) => DANISH.format(at).replace(" ", "T");

describe.each(["local", "offset", "utc"] as const)("times of a meter export, %s", (clock) => {
  test.each([
    ["2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", 15, 745],
    ["2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", 30, 745],
    ["2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", 60, 745],
    ["2025-02-28T23:00:00Z", "2025-03-31T22:00:00Z", 15, 743],
    ["2025-02-28T23:00:00Z", "2025-03-31T22:00:00Z", 30, 743],
    ["2025-02-28T23:00:00Z", "2025-03-31T22:00:00Z", 60, 743],
    ["2025-05-31T22:00:00Z", "2025-06-30T22:00:00Z", 120, 720],
  ])("count every period from %s to %s of %i minutes", async (start, end, minutes, hours) => {
    const company = await service.company();
    const rows: string[] = [];
    for (let at = Date.parse(start); at < Date.parse(end); at += minutes * MINUTE) {
      const [from, to] = [CLOCKS[clock](at), CLOCKS[clock](at + minutes * MINUTE)];
      rows.push(`571313000000000013;${from};${to};0,25;KWH;Målt;E17`);
    }
    const [file] = await company.ingest({ name: "m.csv", bytes: Buffer.from([HEADER, ...rows].join("\n")) });
    expect(file).toMatchObject({ status: "processed", warnings: [], row_errors: [], activity_count: 1 });
    const [line] = await company.lines();
    expect(line?.description).toMatch(new RegExp(`-01 to \\S+: ${hours} hours$`));
    expect(line?.quantity).toBe(String(rows.length / 4));
  });
});
