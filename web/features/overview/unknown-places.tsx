import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { NONE_TEXTS } from "./none-texts.ts";
import styles from "./overview.module.css";

type Place = Pick<Operations["set_none_answer"]["input"], "scope" | "scope3_category">;

/** The scopes and the categories of scope 3 of which nothing is known in a calendar year; who may says of each that there is nothing. */
export function UnknownPlaces({
  year,
  scopes,
}: {
  readonly year: number;
  readonly scopes: readonly Place["scope"][];
}): ReactNode {
  const company = useCompany();
  const { language } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["unknown-categories", company.id, year],
    queryFn: async () => {
      const period = { from: `${year}-01-01`, to: `${year}-12-31` };
      const [totals, { years }] = await Promise.all([
        call(company.id, "get_emissions_by_scope3_category", period),
        call(company.id, "get_financial_years", {}),
      ]);
      // An answer holds for a financial year: of another year than the calendar's it would not be about this one.
      return { ...totals, isOwnYear: years.some(({ from, to }) => from === period.from && to === period.to) };
    },
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const { isOwnYear } = data;
  return (
    <ul className={styles.names}>
      {scopes.map((scope) => (
        <li key={scope}>
          <span>Scope {scope}</span>
          <Answer of={`Scope ${scope}`} place={{ scope }} year={year} isOwnYear={isOwnYear} />
        </li>
      ))}
      {data.categories
        .filter(({ number }) => data.unknown.scope3_categories.includes(number))
        .map(({ number, name_da, name_en }) => {
          const name = `${number}. ${language === "da" ? name_da : name_en}`;
          return (
            <li key={number}>
              <span>{name}</span>
              <Answer of={name} place={{ scope: "3", scope3_category: number }} year={year} isOwnYear={isOwnYear} />
            </li>
          );
        })}
    </ul>
  );
}

interface AnswerProps {
  readonly of: string;
  readonly place: Place;
  readonly year: number;
  readonly isOwnYear: boolean;
}

function Answer({ of, place, year, isOwnYear }: AnswerProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(NONE_TEXTS);
  const queries = useQueryClient();
  const mayAnswer = useMay("activities:write");
  if (!mayAnswer || !isOwnYear) return null;
  const act = async (reason: string): Promise<void> => {
    await call(company.id, "set_none_answer", { report_year: year, ...place, reason });
    await refreshCompany(queries, company.id);
  };
  const decision = { label: texts.nothing_here, ask: texts.why, isReasonRequired: true, act };
  return <Decisions of={of} decisions={[decision]} not_done={texts.not_answered} />;
}
