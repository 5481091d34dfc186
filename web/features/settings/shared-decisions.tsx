import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Awaited, Fault } from "../../parts/state.tsx";
import { PURCHASE_SOURCES_TEXTS } from "./purchase-sources-texts.ts";
import { SHARED_DECISIONS_TEXTS } from "./shared-decisions-texts.ts";

/** Whether the company takes part in statistics across companies; an administrator says so, and takes it back. */
export function SharedDecisions(): ReactNode {
  const company = useCompany();
  const texts = useTexts(SHARED_DECISIONS_TEXTS);
  const { by, not_changed } = useTexts(PURCHASE_SOURCES_TEXTS);
  const formats = useFormats();
  const mayChange = useMay("tenant:write");
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const queryKey = ["settings", company.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(company.id, "get_settings", {}) });
  if (data === undefined) return <Awaited title={texts.title} error={error} again={() => void refetch()} />;
  const { shares_decisions, shares_decisions_by_name, shares_decisions_at } = data;
  const change = async (): Promise<void> => {
    setFault(null);
    try {
      const chosen = { shares_decisions: !shares_decisions };
      queries.setQueryData(queryKey, await call(company.id, "set_settings", chosen));
    } catch (cause) {
      setFault(errorOf(cause));
    }
  };
  return (
    <section className="card stack" aria-labelledby="shared-decisions-title">
      <h2 id="shared-decisions-title">{texts.title}</h2>
      <p className="soft">{texts.shared}</p>
      <p role="status">{shares_decisions ? texts.on : texts.off}</p>
      {shares_decisions_at === null ? null : (
        <p className="soft">{by(shares_decisions_by_name ?? "", formats.day(shares_decisions_at))}</p>
      )}
      {fault === null ? null : <Fault error={fault} title={not_changed} />}
      {mayChange ? (
        <p>
          <OnlineButton type="button" className="button" onClick={() => void change()}>
            {shares_decisions ? texts.turn_off : texts.turn_on}
          </OnlineButton>
        </p>
      ) : null}
    </section>
  );
}
