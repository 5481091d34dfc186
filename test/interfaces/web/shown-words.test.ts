import { expect, test } from "vitest";
import { SHELL_TEXTS } from "../../../web/app/texts.ts";
import { isOfAmounts } from "../../../web/parts/contents/amounts.ts";
import { detailsOf } from "../../../web/parts/happening/details.ts";
import { inTwo } from "../../../web/parts/happening/in-two.ts";
import { STANDARD_NAMES } from "../../../web/parts/report/standards.ts";

test("a row of the history says which role, year or report it is about, and leaves out what its event lacks", () => {
  const words = {
    roles: SHELL_TEXTS.da.roles,
    standards: STANDARD_NAMES.da,
    language: "da",
    day: (iso: string) => iso,
  } as const;
  const told = (action: string, parameters: Record<string, unknown>) => detailsOf({ action, parameters }, words);
  expect(told("member.role_set", { role: "editor" })).toEqual(["bogholder"]);
  expect(told("financial_year.closed", { from: "2025-01-01", to: "2025-12-31" })).toEqual(["2025"]);
  expect(told("financial_year.closed", { from: "2024-07-01", to: "2025-06-30" })).toEqual(["2024-07-01 – 2025-06-30"]);
  const report = { standard_type: "vsme_basic", report_year: 2025, format: "pdf", language: "en" };
  expect(told("report.generated", report)).toEqual(["VSME, grundmodul", "2025", "PDF", "engelsk"]);
  expect(told("report.attested", { standard: "isae_3410" })).toEqual([]);
  expect(told("member.removed", {})).toEqual([]);
});

test("a column of amounts is told from dates, accounts and words", () => {
  expect(isOfAmounts(["2388,00", "-1.234,5", ""])).toBe(true);
  expect(isOfAmounts(["1,275.00", "42000"])).toBe(true);
  expect(isOfAmounts(["231", "2410"])).toBe(false);
  expect(isOfAmounts(["03.10.2026", "07.10.2026"])).toBe(false);
  expect(isOfAmounts(["2388,00", "DKK"])).toBe(false);
  expect(isOfAmounts(["", ""])).toBe(false);
});

test("a long reason is cut between two words, and both parts are the whole text", () => {
  expect(inTwo("Papir til printerne")).toEqual(["Papir til printerne", ""]);
  const text = "Kontorartikler til projektet ".repeat(12).trim();
  const [start, rest] = inTwo(text);
  expect(start + rest).toBe(text);
  expect(start.length).toBeLessThanOrEqual(160);
  expect(rest.startsWith(" ")).toBe(true);
  const word = "x".repeat(400);
  expect(inTwo(word)).toEqual([word.slice(0, 160), word.slice(160)]);
});
