import { monthLabel } from "../../src/core/period.ts";
import { statement } from "../../src/core/statement.ts";
import { type Stage } from "../stage.ts";

/** Arguments of one page of list_emissions, as tools get them; REST sends the same as a query string. */
export type PageArguments = Readonly<Record<string, string>>;

const POSITIONS = 1000;

const SELECT_POSITIONS = statement(`
  select created_at, id from (
    select created_at, id, row_number() over (order by created_at desc, id desc) as place
    from emission_entries where tenant_id = $1 and environment = $2) as placed
  where place % $3::int = 0 order by place limit ${POSITIONS}`);

const MONTHS = statement(`
  select distinct ym from emission_entries where tenant_id = $1 and environment = $2 order by ym limit 1000`);

/** Pages that begin at a thousand places, evenly spread over the whole list. */
export async function pagesAnywhere({ ctx }: Stage, entries: number): Promise<PageArguments[]> {
  const rows = await ctx.db.rows<{ created_at: string; id: string }>(SELECT_POSITIONS, [
    Math.floor(entries / (POSITIONS + 1)),
  ]);
  const filters = { scope: null, category_key: null, department_id: null, from: null, to: null };
  return rows.map((row) => ({
    cursor: ctx.cursors.seal({ list: "list_emissions", filters }, [row.created_at, row.id]),
  }));
}

/** First pages of each whole month of the ledger. */
export async function pagesOfMonths({ ctx }: Stage): Promise<PageArguments[]> {
  const months = await ctx.db.rows<{ ym: number }>(MONTHS);
  return months.map(({ ym }) => {
    const days = new Date(Date.UTC(Math.floor(ym / 12), (ym % 12) + 1, 0)).getUTCDate();
    return { from: `${monthLabel(ym)}-01`, to: `${monthLabel(ym)}-${days}` };
  });
}

/** First pages of periods that are hard in different ways: old, long, short, and cut at both ends. */
export async function hardPeriods({ ctx }: Stage): Promise<PageArguments[]> {
  const months = await ctx.db.rows<{ ym: number }>(MONTHS);
  const labels = months.map(({ ym }) => monthLabel(ym));
  const [first = "", second = "", third = ""] = labels;
  const middle = labels[Math.floor(labels.length / 2)] ?? "";
  const last = labels.at(-2) ?? "";
  return [
    { from: `${second}-01`, to: `${second}-28` },
    { from: `${second}-10`, to: `${third}-20` },
    { from: `${middle}-15`, to: `${middle}-15` },
    { from: `${middle}-01`, to: `${middle}-04`, scope: "3" },
    { from: `${middle}-02`, to: `${middle}-27`, category_id: "energy.stationary.natural_gas" },
    { from: `${last}-01` },
    { to: `${third}-15` },
    { from: `${second}-15`, to: `${last}-15` },
    { from: `${second}-01`, to: `${middle}-28`, scope: "1" },
    { from: `${first}-01`, to: `${last}-28`, scope: "2" },
    { to: `${middle}-28`, category_id: "energy.stationary.natural_gas" },
    { from: "1990-01-01", to: "1999-12-31" },
  ];
}

/** Almost the whole ledger, with a month cut in two at either end. */
export async function cutPeriod({ ctx }: Stage): Promise<PageArguments> {
  const months = await ctx.db.rows<{ ym: number }>(MONTHS);
  return { from: `${monthLabel(months.at(1)?.ym ?? 0)}-15`, to: `${monthLabel(months.at(-2)?.ym ?? 0)}-15` };
}

export function described(page: PageArguments): string {
  const { from = "start", to = "end", ...rest } = page;
  return [`${from} to ${to}`, ...Object.entries(rest).map(([name, value]) => `${name} ${value}`)].join(", ");
}
