import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { FindSupplier } from "./find-supplier.tsx";
import { MERGE_TEXTS } from "./merge-texts.ts";
import type { Supplier } from "./queries.ts";

/** A merge that nobody proposed: another supplier is looked for, for which this one stands from then on. */
export function MergeWith({ supplier }: { readonly supplier: Supplier }): ReactNode {
  const company = useCompany();
  const texts = useTexts(MERGE_TEXTS);
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [sought, setSought] = useState("");
  const [other, setOther] = useState<Supplier | null>(null);
  const merge = async (from: Supplier, why: string): Promise<void> => {
    const given = why === "" ? {} : { reason: why };
    await call(company.id, "merge_supplier_identities", { from_id: from.id, into_id: supplier.id, ...given });
    setOther(null);
    setIsOpen(false);
    await refreshCompany(queries, company.id);
  };
  return (
    <>
      <p>
        <button
          type="button"
          className="button quiet"
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
            setOther(null);
          }}
        >
          {texts.with} {other?.name}
        </button>
      </p>
      {isOpen && other === null ? (
        <FindSupplier sought={sought} search={setSought} choose={setOther} except={supplier.id} />
      ) : null}
      {other === null ? null : (
        <Decisions
          of={other.name}
          decisions={[
            {
              label: texts.choices.accept,
              ask: texts.reason,
              isReasonRequired: false,
              note: texts.one(supplier.name),
              act: (why) => merge(other, why),
            },
          ]}
          not_done={texts.not_done}
          words={texts.refusals}
        />
      )}
    </>
  );
}
