import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Decisions } from "../../parts/form/decision.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { isOfOwnYear, NoneAnswers } from "./none-answers.tsx";
import { NONE_TEXTS } from "./none-texts.ts";
import styles from "./overview.module.css";
import { type FinancialYear, isCalendarYear, type OverviewData } from "./queries.ts";

type Place = Pick<Operations["set_none_answer"]["input"], "scope" | "scope3_category">;
type Asked = Pick<FinancialYear, "from" | "to"> & Partial<FinancialYear>;

/**
 * The scopes and the categories of scope 3 of which nothing is known, in each financial year with days in the calendar year that is shown; who
 * may says of each that there is nothing, for that financial year.
 */
export function UnknownPlaces({ data }: { readonly data: OverviewData }): ReactNode {
  const { year, financial_years } = data;
  // Before a company's first financial year nothing can be answered.
  const years: readonly Asked[] =
    financial_years.length === 0 ? [{ from: `${year}-01-01`, to: `${year}-12-31` }] : financial_years;
  return years.map((asked) => <OfYear key={asked.to} asked={asked} data={data} />);
}

function OfYear({ asked, data: shown }: { readonly asked: Asked; readonly data: OverviewData }): ReactNode {
  const company = useCompany();
  const texts = useTexts(NONE_TEXTS);
  const formats = useFormats();
  const { from, to, report_year } = asked;
  const { data, error, refetch } = useQuery({
    queryKey: ["unknown-places", company.id, from, to],
    queryFn: async () => {
      const [{ unknown }, { categories }] = await Promise.all([
        call(company.id, "get_emissions_summary", { from, to }),
        call(company.id, "get_emissions_by_scope3_category", { from, to }),
      ]);
      return { unknown, categories };
    },
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const { scopes, scope3_categories } = data.unknown;
  const places: readonly (Place & { readonly name: string })[] = [
    ...scopes.map((scope) => ({ scope, name: `Scope ${scope}` })),
    ...data.categories
      .filter(({ number }) => scope3_categories.includes(number))
      .map(({ number, name_da, name_en }) => ({
        scope: "3" as const,
        scope3_category: number,
        name: `${number}. ${formats.language === "da" ? name_da : name_en}`,
      })),
  ];
  const days = isCalendarYear(asked) ? null : texts.days(formats.day(from), formats.day(to));
  return (
    <>
      {days === null ? null : (
        <p className="soft">
          {places.length === 0 ? texts.all_known(days) : days.replace(/^./, (first) => first.toUpperCase())}
        </p>
      )}
      <ul className={styles.names} {...(days === null ? {} : { "aria-label": days })}>
        {places.map(({ name, ...place }) => (
          <li key={name}>
            <span>{name}</span>
            {report_year === undefined ? null : (
              <Answer of={days === null ? name : `${name}, ${days}`} {...{ report_year, to, place }} />
            )}
          </li>
        ))}
      </ul>
      {days === null ? null : (
        <NoneAnswers
          isHere={(answer) => answer.period_from === from && answer.period_to === to && isOfOwnYear(answer, shown)}
        />
      )}
    </>
  );
}

interface AnswerProps extends Pick<FinancialYear, "report_year" | "to"> {
  readonly of: string;
  readonly place: Place;
}

function Answer({ of, place, report_year, to }: AnswerProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(NONE_TEXTS);
  const queries = useQueryClient();
  if (!useMay("activities:write")) return null;
  const act = async (reason: string): Promise<void> => {
    await call(company.id, "set_none_answer", { report_year, period_end: to, ...place, reason });
    await refreshCompany(queries, company.id);
  };
  const decision = { label: texts.nothing_here, ask: texts.why, isReasonRequired: true, act };
  return <Decisions of={of} decisions={[decision]} not_done={texts.not_answered} />;
}
