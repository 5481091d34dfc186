/**
 * Maintainers' tool: compiles EFRAG's VSME taxonomy (JSON, MIT) with the reviewed rules in scripts/vsme into
 * data/vsme/datapoints.csv and data/vsme/members.csv, which are committed and are what the service reads.
 * Run: npx tsx scripts/compile-vsme.ts <taxonomy.json> [directory]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { SCOPE3_CATEGORIES } from "../src/core/ghg.ts";
import { DATAPOINTS, LABELS_DA, ROLES, type Rule, WASTE_NAMES_DA } from "./vsme/rules.ts";
import { axisOf, type Concept, defaultMember, label, paragraph, readTaxonomy, type Taxonomy } from "./vsme/taxonomy.ts";

type Row = Record<string, string>;

const DATAPOINT_COLUMNS =
  "id section concept kind unit decimals period axis fixed_member axis_list value_list requirement condition source paragraph label_en label_da".split(
    " ",
  );
const MEMBER_COLUMNS = ["list", "member", "label_en", "label_da"];

/** Kind, unit and digits after the point by the data type of the taxonomy. */
const TYPES: Readonly<Record<string, readonly [kind: string, unit: string, decimals: string]>> = {
  ghgEmissionsItemType: ["number", "utr:tCO2e", "3"],
  energyItemType: ["number", "utr:MWh", "3"],
  massItemType: ["number", "utr:kg", "3"],
  volumeItemType: ["number", "utr:m3", "3"],
  areaItemType: ["number", "utr:ha", "4"],
  monetaryItemType: ["number", "money", "2"],
  ghgEmissionsPerMonetaryItemType: ["number", "utr:tCO2e/money", "12"],
  percentItemType: ["number", "percent", "2"],
  decimalItemType: ["number", "xbrli:pure", "2"],
  booleanItemType: ["boolean", "", ""],
  enumerationItemType: ["enumeration", "", ""],
  enumerationSetItemType: ["enumeration_set", "", ""],
  stringItemType: ["text", "", ""],
  textBlockItemType: ["text", "", ""],
  dateItemType: ["date", "", ""],
  gYearItemType: ["year", "", ""],
};

/** Names of the lists whose members have a prefix of their own. */
const LISTS: Readonly<Record<string, string>> = {
  nace: "nace",
  country: "country",
  waste: "waste",
  "vsme:TypeOfPollutantAxis": "pollutant",
};

/** Six digits: a kind of waste; shorter codes are chapters, which nobody reports by. */
const WASTE_CODE = /^waste:W-\d{6}-/;

/** Both tables as text, for the taxonomy as EFRAG's converter bakes it. */
export function compileVsme(taxonomyText: string, ownText: string): Record<"datapoints" | "members", string> {
  const taxonomy = readTaxonomy(taxonomyText);
  const lists = new Map<string, readonly string[]>();
  const rows = withOwn(taxonomyRows(taxonomy, lists), ownText);
  const unknown = Object.keys(DATAPOINTS).filter((id) => !rows.some((row) => row["id"] === id));
  if (unknown.length > 0) {
    throw new Error(
      `scripts/vsme/rules.ts has rules for datapoints that are not there: ${unknown.join(", ")}. One that the taxonomy lacks is a ` +
        "row of scripts/vsme/own-datapoints.csv.",
    );
  }
  return { datapoints: csv(rows, DATAPOINT_COLUMNS), members: csv(memberRows(taxonomy, lists), MEMBER_COLUMNS) };
}

function csv(rows: readonly Row[], columns: string[]): string {
  return `${Papa.unparse([...rows], { columns, newline: "\n" })}\n`;
}

function taxonomyRows(taxonomy: Taxonomy, lists: Map<string, readonly string[]>): Row[] {
  const base = Object.keys(taxonomy.presentation)[0]?.replace(/\d+$/, "") ?? "";
  const seen = new Set<string>();
  return ROLES.flatMap(({ role: number, section, ...roleRule }) => {
    const role = `${base}${number}`;
    const names = (taxonomy.presentation[role]?.rows ?? []).map(([, name]) => String(name));
    const reported = names.filter((name) => taxonomy.concepts[name]?.abstract !== true);
    if (reported.length === 0) throw new Error(`role ${number} reports nothing`);
    return reported.flatMap((name) =>
      datapointRows(taxonomy, { name, role, lists }).map((row) => {
        if (seen.has(row["id"] ?? "")) throw new Error(`${row["id"]} is in two roles`);
        seen.add(row["id"] ?? "");
        return { ...row, section, ...ruleCells({ ...roleRule, ...DATAPOINTS[row["id"] ?? ""] }) };
      }),
    );
  });
}

function ruleCells({ requirement = "always", condition = "", source = "input" }: Rule): Row {
  return { requirement, condition, source };
}

interface Place {
  readonly name: string;
  readonly role: string;
  readonly lists: Map<string, readonly string[]>;
}

function datapointRows(taxonomy: Taxonomy, { name, role, lists }: Place): Row[] {
  const concept = taxonomy.concepts[name];
  if (concept === undefined) throw new Error(`${name} is not in the taxonomy`);
  const axis = axisOf(taxonomy, role, name);
  const row = conceptCells(taxonomy, name, concept, lists);
  if (axis === null) return [row];
  if (axis.members === null) return [{ ...row, axis: axis.name, axis_list: "typed" }];
  const total = defaultMember(taxonomy, axis.name);
  const members = axis.members.filter((member) => member !== total);
  if (members.length > 5) {
    const list = LISTS[axis.name] ?? LISTS[members[1]?.split(":")[0] ?? ""] ?? "";
    lists.set(list, members);
    return [{ ...row, axis: axis.name, axis_list: list }];
  }
  const fixed = members.map((member) => ({
    ...row,
    id: `${row["id"]}.${localName(member)}`,
    axis: axis.name,
    fixed_member: member,
    ...memberLabels(taxonomy, row, member),
  }));
  return axis.members.includes(total ?? "") ? [row, ...fixed] : fixed;
}

function memberLabels(taxonomy: Taxonomy, row: Row, member: string): Row {
  return {
    label_en: `${row["label_en"]}, ${label(taxonomy, member, "en").toLowerCase()}`,
    label_da: `${row["label_da"]}, ${label(taxonomy, member, "da").toLowerCase()}`,
  };
}

function conceptCells(taxonomy: Taxonomy, name: string, concept: Concept, lists: Map<string, readonly string[]>): Row {
  const type = TYPES[localName(concept.dataType)];
  if (type === undefined) throw new Error(`${name} has the unknown type ${concept.dataType}`);
  const [kind, unit, decimals] = type;
  const values = concept.other?.ee20DomainMembers ?? [];
  return {
    id: localName(name),
    concept: name,
    kind,
    unit,
    decimals: /Ratio|Rate[A-Z]|RateOf/.test(name) && unit === "xbrli:pure" ? "4" : decimals,
    period: concept.periodType,
    value_list: values.length === 0 ? "" : listName(lists, values, localName(name)),
    paragraph: paragraph(concept),
    label_en: label(taxonomy, name, "en"),
    label_da: label(taxonomy, name, "da"),
  };
}

/** Lists with the same members are one, under the first name. */
function listName(lists: Map<string, readonly string[]>, members: readonly string[], name: string): string {
  const prefix = LISTS[members[0]?.split(":")[0] ?? ""];
  const same = [...lists].find(([, known]) => known.join(" ") === members.join(" "))?.[0];
  const list = prefix ?? same ?? name;
  lists.set(list, members);
  return list;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Own datapoints stand after (or, for questions, directly before) the datapoint that `after` names. */
function withOwn(rows: readonly Row[], ownText: string): Row[] {
  const all = [...rows];
  const own = Papa.parse<Row>(ownText, { header: true, skipEmptyLines: true }).data;
  for (const { after = "", ...row } of own) {
    const made: Row = { ...row, concept: `cl:${(row["id"] ?? "").split(".")[0]}`, period: "duration" };
    const member = row["id"]?.split(".")[1];
    if (member !== undefined) {
      Object.assign(made, { axis: "vsme:BreakdownOfEnergyConsumptionAxis", fixed_member: `vsme:${member}` });
    }
    const place = all.findIndex(({ id }) => id === after);
    const lastOfSection = all.findLastIndex(({ section }) => section === row["section"]);
    if (after !== "" && place === -1) throw new Error(`${row["id"]} has no place: ${after}`);
    const before = row["kind"] === "boolean" ? 0 : 1;
    all.splice(after === "" ? lastOfSection + 1 : place + before, 0, made);
  }
  return all;
}

/** "20 01 01 - Ikke-farligt - Papir og pap": as the taxonomy writes it in English. */
function danishName(taxonomy: Taxonomy, list: string, member: string, countries: Intl.DisplayNames): string {
  const own = LABELS_DA[member];
  if (own !== undefined) return own;
  if (list === "country") return countries.of(localName(member)) ?? "";
  const [, code = "", hazard] = /^waste:W-(\d{6})-(Non-Hazardous|Hazardous)-/.exec(member) ?? [];
  const name = WASTE_NAMES_DA[code];
  if (name === undefined) return label(taxonomy, member, "da");
  const spaced = code.replaceAll(/(\d\d)(?=\d)/g, "$1 ");
  return `${spaced} - ${hazard === "Hazardous" ? "Farligt" : "Ikke-farligt"} - ${name}`;
}

function memberRows(taxonomy: Taxonomy, lists: ReadonlyMap<string, readonly string[]>): Row[] {
  const danish = new Intl.DisplayNames("da", { type: "region", fallback: "none" });
  const fromTaxonomy = [...lists].flatMap(([list, members]) =>
    members
      .filter((member) => list !== "waste" || WASTE_CODE.test(member))
      .map((member) => ({
        list,
        member,
        label_en: label(taxonomy, member, "en"),
        label_da: danishName(taxonomy, list, member, danish),
      })),
  );
  const scope3 = SCOPE3_CATEGORIES.map(({ number, name_en, name_da }) => ({
    list: "scope3_category",
    member: `cl:Category${number}Member`,
    label_en: `${number}. ${name_en}`,
    label_da: `${number}. ${name_da}`,
  }));
  return [...fromTaxonomy, ...scope3, ...emissionSources(scope3)];
}

/** What people may state to be none. */
function emissionSources(categories: readonly Row[]): Row[] {
  const list = "emission_source";
  const scopes = [1, 2, 3].map((scope) => `Scope ${scope}`);
  return [
    ...scopes.map((name) => ({ list, member: `cl:${name.replace(" ", "")}Member`, label_en: name, label_da: name })),
    ...categories.map(({ member = "", label_en, label_da }) => ({
      list,
      member,
      label_en: `Scope 3, category ${label_en}`,
      label_da: `Scope 3, kategori ${label_da}`,
    })),
    { list, member: "cl:BiogenicCO2Member", label_en: "Biogenic CO2", label_da: "Biogen CO2" },
  ];
}

const [, script, taxonomyPath, directory = join(import.meta.dirname, "../data/vsme")] = process.argv;
if (script === import.meta.filename) {
  if (taxonomyPath === undefined) {
    console.error(
      "usage: npx tsx scripts/compile-vsme.ts <taxonomy.json> [directory]; data/README.md says where it comes from",
    );
    process.exit(2);
  }
  const own = readFileSync(join(import.meta.dirname, "vsme/own-datapoints.csv"), "utf8");
  const tables = compileVsme(readFileSync(taxonomyPath, "utf8"), own);
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(directory, `${name}.csv`), text);
}
