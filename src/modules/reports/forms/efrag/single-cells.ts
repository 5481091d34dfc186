import type { Fact } from "../../datapoints/fact.ts";
import { RenderRefusal } from "../render-refusal.ts";
import { type CellPlan, labelled, NO_FIGURE } from "./cell-plan.ts";
import { type CellPosition, positionsOf } from "./cell-position.ts";
import { cellValueOf, datapointOf, unitWord, valueList, type WordSource } from "./cell-values.ts";
import { localName, type ReportedFacts } from "./reported-facts.ts";
import { type TemplateCell, type TemplateRange, templateTables } from "./template-tables.ts";

/** A cell for a number that is typed in. */
const NUMBER_CELL = { choices: "", content: "input" } as const;

const SCOPE_3 = "GrossScope3GreenhouseGasEmissions";

/** Ranges whose rows belong to the keys of an axis; what stands in them is placed row by row. */
export function isInTable({ range }: TemplateRange): boolean {
  return templateTables().ranges.some(
    (other) =>
      other.role === "axis" &&
      other.content === "input" &&
      other.range.sheet === range.sheet &&
      other.range.first.row === range.first.row &&
      other.range.last.row === range.last.row,
  );
}

/** Places every fact that has cells of its own, with its unit, and the answers to the template's own questions. */
export function placeSingleCells(plan: CellPlan, facts: ReportedFacts, words: WordSource): void {
  for (const row of templateTables().ranges) {
    if (row.content === "input" && row.role === "unit" && !isInTable(row)) placeUnit(plan, facts, row);
    if (row.role !== "fact" || isInTable(row) || !isAsked(row, facts)) continue;
    if (isOmitted(row, facts)) placeNoFigure(plan, row, words);
    else placeFact(plan, facts.find(row.concept, row.member), row, words);
  }
  for (const cell of templateTables().cells) placeCell(plan, facts, cell, words);
}

/** Sums over scopes and what is divided from them: the template adds up what is there, also where a scope is not known. */
const OVER_SCOPES =
  /^(TotalGross(Location|Market)Based(Scope1AndScope2)?GHGEmissions|(Scope1AndScope2|Total(Location|Market)Based)GreenhouseGasEmissionsIntensityValue(LocationBased|MarketBased)?)$/;

/** A part never looks like the whole: where the report has no total, the workbook tells none either. */
function isOmitted({ concept, member, content }: TemplateRange, facts: ReportedFacts): boolean {
  const isSum = content === "formula" && member === "" && OVER_SCOPES.test(localName(concept));
  return isSum && facts.find(concept, member) === undefined && facts.tells_unknown;
}

function placeNoFigure(plan: CellPlan, { concept, range }: TemplateRange, { catalog }: WordSource): void {
  const label = datapointOf(catalog, concept)?.label_en ?? localName(concept);
  plan.put(range.sheet, range.first, NO_FIGURE, { label, concept, decimals: null });
}

/** Where scope 3 is reported, the template shows the intensity of all scopes only. */
function isAsked({ name }: TemplateRange, facts: ReportedFacts): boolean {
  return !name.startsWith("Scope1AndScope2GreenhouseGasEmissionsIntensity") || facts.valueOf(SCOPE_3) === undefined;
}

function placeUnit(plan: CellPlan, facts: ReportedFacts, { concept, range }: TemplateRange): void {
  const name = localName(concept);
  const fact = facts.find(concept, "") ?? sameConcept(facts, concept);
  if (fact?.unit != null) plan.put(range.sheet, range.first, unitWord(fact.unit), labelled(name));
}

/** The unit of a table stands above it, for all of its rows. */
function sameConcept(facts: ReportedFacts, concept: string): Fact | undefined {
  for (const { role, concept: axis } of templateTables().ranges) {
    const axisFact = role === "axis" ? facts.along(axis).find((fact) => fact.concept === concept) : undefined;
    if (axisFact !== undefined) return axisFact;
  }
  return undefined;
}

function placeFact(plan: CellPlan, fact: Fact | undefined, row: TemplateRange, words: WordSource): void {
  const { sheet, first } = row.range;
  if (fact === undefined) {
    if (row.content === "input" && row.choices !== "") plan.clear(sheet, first);
    return;
  }
  if (Array.isArray(fact.value)) placeSet(plan, fact, row, words);
  else plan.put(sheet, first, cellValueOf(fact, row, words), fact);
}

/** A set is a list of words down the rows; sets of boxes to tick are among the cells without names. */
function placeSet(plan: CellPlan, fact: Fact, row: TemplateRange, { catalog, dropDowns }: WordSource): void {
  if (row.choices === "" || !Array.isArray(fact.value)) return;
  const cells = positionsOf({ ...row.range, last: { ...row.range.last, column: row.range.first.column } });
  if (fact.value.length > cells.length) throw tooMany(fact.label, fact.value.length, cells.length);
  for (const [index, member] of fact.value.entries()) {
    const word = dropDowns.wordFor(row.choices, valueList(catalog, fact.concept), member);
    plan.put(row.range.sheet, cells[index] ?? row.range.first, word, fact);
  }
}

/** The refusal of a list that is longer than the template's. */
export function tooMany(label: string, count: number, most: number): RenderRefusal {
  return new RenderRefusal(
    `EFRAG's template has ${most} rows for "${label}", and this report has ${count}; ask for the service's own workbook.`,
  );
}

function placeCell(plan: CellPlan, facts: ReportedFacts, { role, ...row }: TemplateCell, words: WordSource): void {
  const { sheet, cell, datapoint, member } = row;
  const [first = "", ...others] = datapoint;
  const value = facts.valueOf(first);
  const label = labelled(first);
  switch (role) {
    case "question":
      if (value === true || (value === undefined && others.some((name) => facts.isReported(name)))) {
        plan.put(sheet, cell, true, label);
      }
      return;
    case "figure":
      // What was kept back as sensitive must not be there as the figures that it follows from.
      if (typeof value === "number" && others.some((name) => facts.isReported(name)))
        plan.put(sheet, cell, value, label);
      return;
    case "unit":
      placeUnitOfFirst(plan, facts, row);
      return;
    case "scope3": {
      const fact = facts.find(`cl:${first}`, member[0] ?? "");
      if (fact !== undefined) plan.put(sheet, cell, cellValueOf(fact, NUMBER_CELL, words), fact);
      return;
    }
    default:
      if (Array.isArray(value) && member.some((name) => value.includes(name))) plan.put(sheet, cell, true, label);
  }
}

function placeUnitOfFirst(
  plan: CellPlan,
  facts: ReportedFacts,
  { sheet, cell, datapoint }: { sheet: string; cell: CellPosition; datapoint: readonly string[] },
): void {
  const [fact] = datapoint.flatMap((name) => facts.find(`vsme:${name}`, "") ?? []);
  if (fact?.unit != null) plan.put(sheet, cell, unitWord(fact.unit), fact);
}
