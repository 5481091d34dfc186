import type { z } from "zod";
import { conditionTerms } from "./condition.ts";
import { type Datapoint, datapointCells, type Member, memberCells } from "./datapoint.ts";
import { shippedTable } from "./shipped-tables.ts";
import { tableRows } from "../../../core/table-rows.ts";

/** Entry point of the taxonomy that data/vsme was compiled from. */
export const VSME_TAXONOMY = "https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme-all.xsd";

export const VSME_SECTIONS = [
  ...Array.from({ length: 11 }, (_, index) => `B${index + 1}`),
  ...Array.from({ length: 9 }, (_, index) => `C${index + 1}`),
];

/** The datapoints of VSME in the order of the report, and the lists that their values and axes are taken from. */
export interface VsmeCatalog {
  readonly datapoints: readonly Datapoint[];
  readonly by_id: ReadonlyMap<string, Datapoint>;
  /** List name to member name to labels, in the taxonomy's order. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, Member>>;
}

let shipped: VsmeCatalog | undefined;

/** The shipped catalog; it is read and checked at the first call. */
export function vsmeCatalog(): VsmeCatalog {
  shipped ??= parseCatalog(shippedTable("datapoints"), shippedTable("members"));
  return shipped;
}

/** What the tables of a standard are checked against. */
export interface CatalogShape {
  readonly cells: z.ZodType<Datapoint>;
  /** In the order of the standard. */
  readonly sections: readonly string[];
}

const VSME_SHAPE: CatalogShape = { cells: datapointCells, sections: VSME_SECTIONS };

/** Reads both tables. @throws Error when a row, a reference between rows or the order is wrong. */
export function parseCatalog(
  datapointText: string,
  memberText: string,
  { cells, sections }: CatalogShape = VSME_SHAPE,
): VsmeCatalog {
  const lists = new Map<string, Map<string, Member>>();
  for (const row of tableRows(memberText, memberCells)) {
    const list = lists.get(row.list) ?? new Map<string, Member>();
    if (list.has(row.member)) throw new Error(`${row.member} is twice in the list ${row.list}`);
    lists.set(row.list, list.set(row.member, row));
  }
  const datapoints = tableRows(datapointText, cells);
  const catalog = { datapoints, by_id: new Map(datapoints.map((row) => [row.id, row])), lists };
  if (catalog.by_id.size !== datapoints.length) throw new Error("an id is there twice");
  for (const row of datapoints) checkDatapoint(row, catalog);
  const positions = datapoints.map(({ section }) => sections.indexOf(section));
  if (positions.some((position, index) => position < (positions[index - 1] ?? 0)))
    throw new Error("the disclosures are out of order");
  return catalog;
}

function checkDatapoint(row: Datapoint, { by_id, lists }: VsmeCatalog): void {
  const fail = (reason: string) => {
    throw new Error(`datapoint ${row.id}: ${reason}`);
  };
  const hasUnit = row.unit !== null || row.requirement === "helper";
  if (row.kind === "number" ? row.decimals === null || !hasUnit : row.decimals !== null || row.unit !== null) {
    fail("numbers have a unit and decimals, nothing else has");
  }
  const isEnumeration = row.kind === "enumeration" || row.kind === "enumeration_set";
  if (isEnumeration !== (row.value_list !== null)) fail("enumerations have a list of values, nothing else has");
  for (const list of [row.value_list, row.axis_list]) {
    if (list !== null && list !== "typed" && !lists.has(list)) fail(`there is no list ${list}`);
  }
  if ((row.axis !== null) !== (row.fixed_member !== null || row.axis_list !== null)) fail("an axis has members");
  if (row.fixed_member !== null && row.axis_list !== null) fail("one member or a list of them");
  for (const { datapoint } of row.condition === null ? [] : conditionTerms(row.condition)) {
    const other = by_id.get(datapoint);
    if (other === undefined || other.axis !== null) fail(`the condition names ${datapoint}`);
  }
}

/** Whether an answer may be given for this member: null exactly where the datapoint has no axis or one fixed member. */
export function isMember({ lists }: VsmeCatalog, datapoint: Datapoint, member: string | null): boolean {
  if (datapoint.axis_list === null) return member === null;
  if (member === null) return false;
  return datapoint.axis_list === "typed" || lists.get(datapoint.axis_list)?.has(member) === true;
}

/** The label of a member in the language of the report; English where there is no other. */
export function memberLabel(catalog: VsmeCatalog, list: string, member: string, language: "da" | "en"): string {
  const row = catalog.lists.get(list)?.get(member);
  if (row === undefined) return member;
  return language === "da" ? (row.label_da ?? row.label_en) : row.label_en;
}
