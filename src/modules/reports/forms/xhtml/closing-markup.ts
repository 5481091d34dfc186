import { formatNumber } from "../../../../core/number-format.ts";
import { printedTime } from "../pdf/print-format.ts";
import type { Block, Chapter } from "../pdf/print-model.ts";
import type { Words } from "../pdf/texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";

const VERIFY = {
  da: "Beregn SHA-256 af denne fil, og åbn den udstedende tjenestes adresse efterfulgt af /verify/ og hashværdien. Siden siger, om tjenesten har udstedt filen, og hvem der har attesteret den.",
  en: "Compute the SHA-256 of this file and open the address of the issuing service followed by /verify/ and the hash. The page says whether the service issued the file and who attested it.",
} as const;

/** With what this file can be checked against the ledger and against its issuer. */
export function auditChapter(document: ReportDocument, words: Words): Pick<Chapter, "title" | "blocks"> {
  const { snapshot_id, audit_head, frozen_at, report_format, taxonomy, language } = document;
  const blocks: Block[] = [
    { kind: "paragraph", tone: "body", text: words("audit.intro") },
    {
      kind: "definitions",
      items: [
        { term: words("snapshot"), text: snapshot_id },
        { term: words("audit_seq"), text: formatNumber(audit_head.seq, language) },
        { term: words("audit_hash"), text: audit_head.hash },
        { term: words("audit.frozen"), text: printedTime(frozen_at, language) },
        { term: words("format"), text: report_format },
        ...(taxonomy === null ? [] : [{ term: words("taxonomy"), text: taxonomy }]),
      ],
    },
    { kind: "subheading", text: words("audit.verify") },
    { kind: "paragraph", tone: "body", text: VERIFY[language] },
    { kind: "paragraph", tone: "body", text: words("audit.verify.3") },
  ];
  return { title: words("chapter.audit"), blocks };
}
