import type { Operations } from "../../app/operations.gen.ts";

type Months = Operations["get_heat_allocation"]["output"]["degree_days"];

/** "2026-01 478,5", "01-2026;478.5": a month and its degree days, as pasted from a table. */
const LINE =
  /^(?:(?<year>\d{4})[-./](?<month>\d{1,2})|(?<month2>\d{1,2})[-./](?<year2>\d{4}))[\s;:]+(?<days>\d+(?:[.,]\d+)?)$/;

/** The months that a text states, one a line, or the number of the first line that states none. */
export function monthsIn(text: string): { readonly months: Months } | { readonly unread: number } {
  const months: Months[number][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const said = line.trim();
    if (said === "") continue;
    const groups = LINE.exec(said)?.groups;
    const month = Number(groups?.["month"] ?? groups?.["month2"] ?? "0");
    if (groups === undefined || month < 1 || month > 12) return { unread: index + 1 };
    const year = groups["year"] ?? groups["year2"] ?? "";
    months.push({
      month: `${year}-${String(month).padStart(2, "0")}`,
      degree_days: Number((groups["days"] ?? "").replace(",", ".")),
    });
  }
  return { months };
}

/** The same text of months that were stated. */
export function linesOf(months: Months): string {
  return months.map(({ month, degree_days }) => `${month} ${degree_days}`).join("\n");
}
