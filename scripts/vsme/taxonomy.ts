import { z } from "zod";
import { LABEL_CORRECTIONS } from "./rules.ts";

const LABEL = "http://www.xbrl.org/2003/role/label";

const concept = z.object({
  abstract: z.boolean().optional(),
  dataType: z.string(),
  periodType: z.enum(["instant", "duration"]),
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  references: z.array(z.object({ parts: z.array(z.tuple([z.string(), z.string()])) })).optional(),
  other: z.object({ ee20DomainMembers: z.array(z.string()).optional() }).optional(),
});

const table = z.object({
  explicitDimensions: z.record(z.string(), z.array(z.string())).optional(),
  typedDimensions: z.array(z.string()).optional(),
  primaryItems: z.array(z.tuple([z.int(), z.string()])),
});

const shape = z.object({
  entryPoint: z.string(),
  concepts: z.record(z.string(), concept),
  dimensions: z.record(z.string(), z.record(z.string(), z.unknown())),
  presentation: z.record(z.string(), z.object({ rows: z.array(z.array(z.unknown())) })),
});

export type Concept = z.output<typeof concept>;
export type Taxonomy = z.output<typeof shape>;

/** The taxonomy as EFRAG's converter bakes it into JSON. */
export function readTaxonomy(text: string): Taxonomy {
  return shape.parse(JSON.parse(text));
}

/** A dimension that the concepts of a role are reported by. */
export interface Axis {
  readonly name: string;
  /** Null: typed, any key. */
  readonly members: readonly string[] | null;
}

export function axisOf({ dimensions }: Taxonomy, role: string, name: string): Axis | null {
  for (const value of Object.values(dimensions[role] ?? {})) {
    const { explicitDimensions = {}, typedDimensions = [], primaryItems } = table.parse(value);
    if (!primaryItems.some(([, item]) => item === name)) continue;
    const [typed] = typedDimensions;
    if (typed !== undefined) return { name: typed, members: null };
    const [explicit] = Object.entries(explicitDimensions);
    if (explicit !== undefined) return { name: explicit[0], members: explicit[1] };
  }
  return null;
}

/** The default member of an axis means the total, which is reported without the axis. */
export function defaultMember({ dimensions }: Taxonomy, axis: string): string | null {
  return z.string().safeParse(dimensions["_defaults"]?.[axis]).data ?? null;
}

/** The concept's own label without the taxonomy's mark of its kind; empty where the language has none. */
export function label({ concepts }: Taxonomy, name: string, language: "en" | "da"): string {
  const text = concepts[name]?.labels[language]?.[LABEL] ?? "";
  const plain = text
    .replaceAll(/\s*\[(member|typed axis|axis|table|abstract)\]/gi, "")
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "")
    .trim();
  return LABEL_CORRECTIONS[language].reduce((words, [slip, right]) => words.replace(slip, right), plain);
}

/** Paragraph of the standard, as "38(c)". */
export function paragraph({ references = [] }: Concept): string {
  const parts = references.map((reference) => Object.fromEntries(reference.parts));
  const place = parts.find((one) => one["ref:Paragraph"] !== undefined);
  const sub = place?.["ref:Subparagraph"];
  return `${place?.["ref:Paragraph"] ?? ""}${sub === undefined ? "" : `(${sub})`}`;
}
