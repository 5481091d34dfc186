import { grouped } from "../../../../core/grouped.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { exact, fractionPads, tonnes } from "./print-format.ts";
import { type Block, type Chapter, figureColumn, smallTable, type Table, wordColumn } from "./print-model.ts";
import type { Words } from "./texts.ts";

type Factor = ReportDocument["factors"][number];

/** Digits of a content hash that tell one version from another at a glance; report.json has all of them. */
const HASH_DIGITS = 12;

/** Every factor that was used, and the data sets that they come from, with licences. */
export function factorsChapter(document: ReportDocument, words: Words): Chapter {
  const title = words("chapter.factors");
  if (document.factors.length === 0) {
    return { title, room_mm: 40, blocks: [{ kind: "paragraph", tone: "soft", text: words("factors.none") }] };
  }
  const sources = bySource(document.factors);
  const blocks: Block[] = [
    { kind: "paragraph", tone: "body", text: words("factors.intro") },
    factorTable(document, sources, words),
    { kind: "subheading", text: words("factors.sources") },
    sourceTable(sources, words),
  ];
  return { title, room_mm: 100, blocks };
}

/** Factors by data set and licence, in the order of their first use. */
function bySource(factors: readonly Factor[]): Factor[][] {
  const groups = grouped(factors, ({ source, licence, source_url, read_in }) =>
    [source, licence, source_url, read_in ?? ""].join("\n"),
  );
  return [...groups.values()];
}

function factorTable({ factors, language }: ReportDocument, sources: readonly Factor[][], words: Words): Table {
  const values = factors.map(({ kg_co2e_per_unit }) => exact(kg_co2e_per_unit, language));
  const pads = fractionPads(values, language);
  const numbers = new Map(sources.flatMap((group, index) => group.map(({ id }) => [id, index + 1])));
  return smallTable(
    [
      wordColumn(words("factor")),
      figureColumn(words("per_unit")),
      wordColumn(words("unit"), "auto"),
      wordColumn(words("factors.region"), "auto"),
      wordColumn(words("source"), "auto"),
      figureColumn(words("factors.used")),
    ],
    factors.map((factor, index) => ({
      tone: "plain",
      cells: [
        { text: factor.name, detail: `${factor.key} · ${factor.content_hash.slice(0, HASH_DIGITS)}` },
        { text: values[index] ?? "", pad: pads[index] ?? "" },
        { text: factor.unit },
        { text: `${factor.region}, ${factor.year}` },
        { text: `[${numbers.get(factor.id) ?? ""}]${factor.gwp_set === null ? "" : ` ${factor.gwp_set}`}` },
        { text: tonnes(factor.value, language) },
      ],
    })),
  );
}

/** The publisher, and how sure the figures are where they were not taken from its file. */
function sourceText(factor: Factor | undefined, words: Words): string {
  if (factor?.confidence === undefined) return factor?.source ?? "";
  return `${factor.source}. ${words("factors.transcribed", { read_in: factor.read_in ?? "" })}`;
}

function sourceTable(sources: readonly Factor[][], words: Words): Table {
  return smallTable(
    [
      figureColumn(""),
      wordColumn(words("source"), 1.6),
      wordColumn(words("licence")),
      figureColumn(words("factors.count")),
    ],
    sources.map((group, index) => ({
      tone: "plain",
      cells: [
        { text: `[${index + 1}]` },
        { text: sourceText(group[0], words), detail: group[0]?.source_url ?? "" },
        { text: group[0]?.licence ?? "" },
        { text: String(group.length) },
      ],
    })),
  );
}
