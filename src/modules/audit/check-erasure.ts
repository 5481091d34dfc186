import type { Hash } from "node:crypto";
import type { TenantQueries } from "../../core/context.ts";
import { addRemains, commitmentOf, type ErasureCommitment, remainsHash } from "./erase-events.ts";
import type { Findings } from "./findings.ts";
import { LEDGER_ACTIONS } from "./ledger-tables.ts";
import type { StoredEvent } from "./store.ts";
import { ERASED, selectErasure } from "./store-erasure.ts";

/** What a verification found to be erased. */
export interface ErasedPart {
  readonly events: number;
  /** Rows of the ledger that those events had recorded, reports and attestations included. */
  readonly rows: number;
  /** Number of the event that records the erasure, when and by whom. */
  readonly recorded_by_seq: number;
  readonly erased_at: string;
  readonly erased_by: string;
}

/** Holds the events that an erasure has emptied against its record. */
export interface ErasureCheck {
  /** Whether the record says that this event was emptied. */
  covers(event: Pick<StoredEvent, "seq">): boolean;
  /** An event that is covered. */
  look(event: StoredEvent): void;
  /** After the last event. Null: nothing was erased. */
  finish(): ErasedPart | null;
}

const ROW_ACTIONS: ReadonlySet<string> = new Set([
  ...Object.values(LEDGER_ACTIONS),
  "report.generated",
  "report.attested",
]);

/**
 * The check of a chain's newest erasure. Its record is an event like any other: the walk over the chain proves it, and that it
 * follows the events that it speaks of. A record that commits to nothing, or to other events than those before it, excuses nothing.
 */
export async function openErasureCheck(db: TenantQueries, findings: Findings): Promise<ErasureCheck> {
  const record = await selectErasure(db);
  const commitment = record === undefined ? null : commitmentOf(record);
  if (record === undefined) return NOTHING_ERASED;
  if (commitment === null || commitment.through_seq !== record.seq - 1) {
    findings.add("event_changed", `event ${record.seq}`, "it does not say which events were erased");
    return NOTHING_ERASED;
  }
  return checkOf(record, commitment, findings);
}

const NOTHING_ERASED: ErasureCheck = { covers: () => false, look: () => undefined, finish: () => null };

function checkOf(record: StoredEvent, commitment: ErasureCommitment, findings: Findings): ErasureCheck {
  const remains: Hash = remainsHash();
  let events = 0;
  let rows = 0;
  let last_hash = "";
  return {
    covers: ({ seq }) => seq <= commitment.through_seq,
    look(event) {
      if (!isEmptied(event)) {
        findings.add(
          "event_changed",
          `event ${event.seq}`,
          `event ${record.seq} says that it was erased, and it was not`,
        );
      }
      addRemains(remains, event);
      events += 1;
      if (ROW_ACTIONS.has(event.action)) rows += 1;
      last_hash = event.hash;
    },
    finish() {
      const subject = `event ${record.seq}`;
      if (remains.digest("hex") !== commitment.remains_sha256) {
        findings.add("event_changed", subject, "what is left of the erased events is not what it recorded");
      }
      if (events !== commitment.through_seq || (events > 0 && last_hash !== commitment.through_hash)) {
        findings.add("event_changed", subject, "the erased events are not the ones that it recorded");
      }
      return { events, rows, recorded_by_seq: record.seq, erased_at: record.ts, erased_by: record.actor };
    },
  };
}

function isEmptied({ actor, subject, payload }: StoredEvent): boolean {
  return actor === ERASED && subject === ERASED && Object.keys(payload).length === 0;
}
