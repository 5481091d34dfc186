import { z } from "zod";
import type { STANDARD_VERSIONS } from "../presentation/report-document.ts";
import { parseCatalog, type VsmeCatalog } from "./catalog.ts";
import { type Datapoint, datapointCells } from "./datapoint.ts";
import { shippedEsrsTable, shippedTable } from "./shipped-tables.ts";

/** Subjects of the climate chapter. Their numbers differ from version to version of the standard. */
export const E1_TOPICS = [
  "transition-plan",
  "climate-risks",
  "resilience",
  "policies",
  "actions",
  "targets",
  "energy",
  "ghg-emissions",
  "removals-credits",
  "carbon-price",
  "financial-effects",
] as const;
export type E1Topic = (typeof E1_TOPICS)[number];

type StandardVersion = (typeof STANDARD_VERSIONS)[number];

const title = z.strictObject({ en: z.string(), da: z.string() });

const numbering = z.strictObject({
  titles: z.record(z.enum(E1_TOPICS), title),
  versions: z.array(
    z.strictObject({
      standard_version: z.enum(["esrs_2023", "esrs_2026_draft"]),
      /** First report year that the version is used for. */
      from_report_year: z.int(),
      is_draft: z.boolean(),
      source: z.string(),
      sections: z.array(z.strictObject({ topic: z.enum(E1_TOPICS), id: z.string().regex(/^E1[-.][A-Z0-9-]+$/) })),
    }),
  ),
});

export interface E1Section {
  readonly topic: E1Topic;
  /** Number of the disclosure in this version, "E1-6". */
  readonly id: string;
  readonly title: z.output<typeof title>;
}

/** The climate chapter as one version of the standard numbers it. */
export interface E1Chapter {
  readonly standard_version: Extract<StandardVersion, `esrs_${string}`>;
  /** Whether the numbers are a draft's. */
  readonly is_draft: boolean;
  readonly sections: readonly E1Section[];
  /** Datapoints with the number of their disclosure as section. */
  readonly catalog: VsmeCatalog;
}

/** Columns of data/esrs/e1-datapoints.csv: as VSME's, by subject instead of number. */
const e1Cells: z.ZodType<Datapoint> = datapointCells.extend({
  section: z.enum(E1_TOPICS),
  concept: z.string().regex(/^cl:E1[A-Za-z0-9]+$/, { message: "is not a concept of the chapter" }),
});

const chapters = new Map<string, E1Chapter>();

/** The chapter for a report year; it is read and checked at the first call. Years before every version get the oldest. */
export function esrsE1(report_year: number): E1Chapter {
  const { versions, titles } = shippedNumbering();
  const usable = versions.filter(({ from_report_year }) => from_report_year <= report_year);
  const version = usable.at(-1) ?? versions[0];
  if (version === undefined) throw new Error("the numbering of ESRS E1 has no version");
  const keptChapter = chapters.get(version.standard_version);
  if (keptChapter !== undefined) return keptChapter;
  const { standard_version, is_draft } = version;
  const sections = version.sections.map(({ topic, id }) => ({ topic, id, title: titles[topic] }));
  const chapter = { standard_version, is_draft, sections, catalog: numbered(sections) };
  chapters.set(standard_version, chapter);
  return chapter;
}

/** @throws Error when a version leaves a subject out or numbers two alike */
export function shippedNumbering(): z.output<typeof numbering> {
  const parsed = numbering.parse(JSON.parse(shippedEsrsTable("e1-numbering.json")));
  for (const { standard_version, sections } of parsed.versions) {
    const isWhole = sections.every(({ topic }, index) => topic === E1_TOPICS[index]);
    if (sections.length !== E1_TOPICS.length || !isWhole) throw new Error(`${standard_version} lacks a subject`);
    if (new Set(sections.map(({ id }) => id)).size !== sections.length) throw new Error(`${standard_version}: twice`);
  }
  return parsed;
}

function numbered(sections: readonly E1Section[]): VsmeCatalog {
  const members = shippedTable("members") + withoutHeader(shippedEsrsTable("e1-members.csv"));
  const catalog = parseCatalog(shippedEsrsTable("e1-datapoints.csv"), members, { cells: e1Cells, sections: E1_TOPICS });
  const idOf = new Map<string, string>(sections.map(({ topic, id }) => [topic, id]));
  const datapoints = catalog.datapoints.map((row) => ({ ...row, section: idOf.get(row.section) ?? row.section }));
  return { ...catalog, datapoints, by_id: new Map(datapoints.map((row) => [row.id, row])) };
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}
