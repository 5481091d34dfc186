import { formatNumber } from "../../../../core/number-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { printedTime } from "./print-format.ts";
import {
  type Block,
  type Chapter,
  type Definition,
  figureColumn,
  smallTable,
  type Table,
  wordColumn,
} from "./print-model.ts";
import { isFormat2 } from "./sums.ts";
import type { Words } from "./texts.ts";

/** As many gaps as fit below another chapter. */
const FEW = 10;

/** What nobody has given yet, most at stake first. */
export function missingChapter(document: ReportDocument, words: Words): Chapter {
  const { missing_inputs, language } = document;
  const title = words("chapter.missing");
  if (missing_inputs.length === 0) {
    return { title, room_mm: 40, blocks: [{ kind: "paragraph", tone: "body", text: words("missing.none") }] };
  }
  const table: Table = smallTable(
    [wordColumn(words("datapoint")), figureColumn(words("kg_at_stake")), figureColumn(words("missing.datapoints"))],
    missing_inputs.map(({ datapoint, description, kg_co2e_at_stake, datapoints_at_stake }) => ({
      tone: "plain",
      cells: [
        { text: description, detail: datapoint },
        { text: kg_co2e_at_stake === null ? "\u2013" : formatNumber(kg_co2e_at_stake, language, 0) },
        { text: String(datapoints_at_stake) },
      ],
    })),
  );
  const blocks: Block[] = [
    { kind: "paragraph", tone: "body", text: words(isFormat2(document) ? "missing.intro" : "missing.intro.3") },
    table,
  ];
  return { title, room_mm: missing_inputs.length > FEW ? null : 80, blocks };
}

export interface AuditFacts {
  /** SHA-256 of the attached report.json. */
  readonly attachment_sha256: string;
  /** Whether characters were replaced that the typeface lacks. */
  readonly has_replacements: boolean;
}

/** With what the report can be checked against the ledger and against its issuer. */
export function auditChapter(document: ReportDocument, facts: AuditFacts, words: Words): Chapter {
  const { snapshot_id, audit_head, frozen_at, report_format, taxonomy, language } = document;
  const items: Definition[] = [
    { term: words("snapshot"), text: snapshot_id },
    { term: words("audit_seq"), text: formatNumber(audit_head.seq, language) },
    { term: words("audit_hash"), text: audit_head.hash },
    { term: words("audit.attachment"), text: facts.attachment_sha256 },
    { term: words("audit.frozen"), text: printedTime(frozen_at, language) },
    { term: words("format"), text: report_format },
    ...(taxonomy === null ? [] : [{ term: words("taxonomy"), text: taxonomy }]),
  ];
  const steps = [words("audit.verify.1"), words("audit.verify.2"), words("audit.verify.3")];
  const blocks: Block[] = [
    { kind: "paragraph", tone: "body", text: words("audit.intro") },
    { kind: "definitions", items },
    { kind: "subheading", text: words("audit.verify") },
    ...steps.map((text) => ({ kind: "paragraph" as const, tone: "body" as const, text })),
    ...(facts.has_replacements
      ? [{ kind: "paragraph" as const, tone: "soft" as const, text: words("audit.glyphs") }]
      : []),
  ];
  // It is kept together: it fits below a short list of gaps.
  return { title: words("chapter.audit"), room_mm: 150, blocks };
}
