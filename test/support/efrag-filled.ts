import { readXlsx } from "../../src/modules/factors/index.ts";
import { parsePosition } from "../../src/modules/reports/forms/efrag/cell-position.ts";
import { fillEfragTemplate } from "../../src/modules/reports/forms/efrag/fill-template.ts";
import type { FilledDocument } from "../../src/modules/reports/forms/efrag/reported-facts.ts";
import type { Fact } from "../../src/modules/reports/datapoints/fact.ts";
import { fixtureTemplate } from "./efrag-fixture.ts";
import { factOfSample } from "./efrag-sample.ts";
import { sampleDocument } from "./report-document.ts";

/** A fact as the sample has them. */
export function fact(concept: string, value: string, aspects: Record<string, string> = {}): Fact {
  return factOfSample({ concept: `vsme:${concept}`, value, aspects });
}

export function documentOf(facts: readonly Fact[], changes: Partial<FilledDocument> = {}): FilledDocument {
  const base = sampleDocument();
  return { ...base, sections: [], energy_carriers: [], facts: [...facts], ...changes };
}

/** Texts of cells by sheet and name, as a program reads them that does not calculate. */
export async function cellsOf(bytes: Buffer): Promise<(sheet: string, cell: string) => string | null> {
  const sheets = new Map((await readXlsx(bytes)).map(({ name, rows }) => [name, rows]));
  return (sheet, cell) => {
    const { column, row } = parsePosition(cell) ?? { column: 0, row: 0 };
    const cells = sheets.get(sheet)?.find(({ number }) => number === row)?.cells;
    return cells?.[column - 1]?.text ?? null;
  };
}

export async function filled(facts: readonly Fact[], changes: Partial<FilledDocument> = {}) {
  return cellsOf(await fillEfragTemplate(documentOf(facts, changes), fixtureTemplate()));
}
