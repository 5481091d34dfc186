/** Bills of a heating company for a quarter: amounts on account, the settlement and its credit note. */
import type { BookedLine, ingestingSite } from "./ingesting-site.ts";
import type { RecordingCompany } from "./recording-site.ts";
import { ubl, type UblDocument } from "./ubl.ts";

const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
export const METER = "571313000000000013";
export const OTHER_METER = "571313000000000020";
const Q1 = ["2026-01-01", "2026-03-31"] as const;
export const USED = "Fjernvarme, afregnet forbrug";
export const ACCOUNT = "Aconto fjernvarme";

/** `meter` is the metering point that the document names; null: none. */
export type Bill = Partial<Omit<UblDocument, "meter">> & { readonly meter?: string | null };
export const bill = (number: string, lines: UblDocument["lines"], { meter = METER, ...more }: Bill = {}) => {
  const named = meter === null ? {} : { meter };
  return {
    name: `${number}.xml`,
    content: ubl({ number, date: "2026-01-02", supplier: HEAT, period: Q1, lines, ...named, ...more }),
  };
};
/** An amount on account, with the quantity where the bill states one. */
export const advance = (kWh?: string) =>
  bill("A-1", [
    {
      text: ACCOUNT,
      amount: "9000.00",
      ...(kWh === undefined ? { quantity: "1", unit: "C62" } : { quantity: kWh, unit: "KWH" }),
    },
  ]);
export const used = (kWh: number, meter?: string) => ({
  text: USED,
  quantity: String(kWh),
  unit: "KWH",
  amount: (kWh * 0.8).toFixed(2),
  ...(meter === undefined ? {} : { meter }),
});
export const settled = (kWh: number, more: Bill = {}) => bill("S-1", [used(kWh)], { date: "2026-04-10", ...more });
export const credit = (kWh: number, more: Bill = {}) =>
  bill("K-1", [used(kWh)], { date: "2026-05-10", is_credit_note: true, credits: "S-1", ...more });

type Site = Awaited<ReturnType<typeof ingestingSite>>;

/** A new company that has been sent the files, one after the other. */
export async function counted(site: Site, ...files: readonly ReturnType<typeof bill>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return by;
}

/** The only line of these words, and of this amount where one is given. */
export async function lineOf(
  site: Site,
  by: RecordingCompany,
  description: string,
  amount?: number,
): Promise<BookedLine> {
  const isLine = (line: BookedLine) =>
    line.description === description && (amount === undefined || line.amount === amount);
  const line = (await site.lines(by)).find(isLine);
  if (line === undefined) throw new Error(`no line is called "${description}"`);
  return line;
}

/** Why lines wait. */
export async function waiting(site: Site, by: RecordingCompany): Promise<BookedLine["review_code"][]> {
  const lines = await site.lines(by);
  return lines.filter(({ status }) => status === "pending_review").map(({ review_code }) => review_code);
}
