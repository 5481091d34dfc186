import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { NONE_TEXTS } from "./none-texts.ts";
import styles from "./overview.module.css";

/** Answers of a year that there is nothing, with their reasons; who may takes one back. */
export function NoneAnswers({ year }: { readonly year: number }): ReactNode {
  const company = useCompany();
  const texts = useTexts(NONE_TEXTS);
  const queries = useQueryClient();
  const mayAnswer = useMay("activities:write");
  const { data, error, refetch } = useQuery({
    queryKey: ["none-answers", company.id, year],
    queryFn: () => call(company.id, "list_none_answers", { report_year: year, limit: 50 }),
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const withdraw = async (id: string, reason: string): Promise<void> => {
    await call(company.id, "withdraw_none_answer", { id, reason });
    await refreshCompany(queries, company.id);
  };
  return (
    <ul className={styles.names}>
      {data.items
        .filter(({ status }) => status === "none")
        .map(({ id, scope, scope3_category, reason, answered_by_name }) => {
          const name = scope3_category === null ? `Scope ${scope}` : texts.category(scope3_category);
          const act = async (why: string): Promise<void> => await withdraw(id, why);
          const decision = { label: texts.take_back, ask: texts.why_back, isReasonRequired: true, act };
          return (
            <li key={id}>
              <span>
                {name}: {reason} <span className="soft">{answered_by_name}</span>
              </span>
              {mayAnswer ? <Decisions of={name} decisions={[decision]} not_done={texts.not_answered} /> : null}
            </li>
          );
        })}
    </ul>
  );
}
