import type { AuditEntry } from "../audit/index.ts";
import type { EvidenceFile } from "../ingestion/index.ts";
import type { RecordFacts } from "./record-input.ts";

/** Why a record is believed, as its event tells it. */
interface StatedPayload {
  readonly document_id: string;
  readonly category: string;
  readonly reason: string;
  readonly evidence: readonly EvidenceFile[];
}

/** The event of a record; what it covers stands in it where it covers something. */
export function statedEvent(subject: string, { covers }: RecordFacts, payload: StatedPayload): AuditEntry {
  return {
    action: "activity.stated",
    subject,
    payload: covers === undefined ? { ...payload } : { ...payload, covers },
  };
}
