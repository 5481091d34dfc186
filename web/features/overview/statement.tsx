import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { Loading } from "../../parts/state.tsx";
import { begunMonths, lackingMonths } from "./compared-months.ts";
import styles from "./overview.module.css";
import { isCalendarYear, type OverviewData } from "./queries.ts";
import { STATEMENT_TEXTS } from "./statement-texts.ts";
import { monthName } from "./texts.ts";

/** Loaded by those who ask. */
const UnknownPlaces = later(async () => (await import("./unknown-places.tsx")).UnknownPlaces);
const AnsweredPlaces = later(async () => (await import("./answered-places.tsx")).AnsweredPlaces);

interface StatementProps {
  readonly data: OverviewData;
}

/** Whether the total of the year is complete, and what is not in it, with the way to where that is changed. */
export function Statement({ data }: StatementProps): ReactNode {
  const texts = useTexts(STATEMENT_TEXTS);
  const formats = useFormats();
  const { is_complete, none, pending_restatement_kg, pending_restatement_count } = data.summary;
  return (
    <section className={`card ${styles.statement} ${is_complete ? "" : styles.open}`}>
      <h2>{is_complete ? texts.complete : texts.not_complete}</h2>
      <dl>
        <Part name={texts.data}>
          <Reach data={data} />
        </Part>
        <Part name={texts.waiting}>
          <Waiting data={data} />
        </Part>
        <Part name={texts.unknown}>
          <Unknown data={data} />
        </Part>
        {none.scopes.length + none.scope3_categories.length === 0 ? null : (
          <Part name={texts.none}>
            <Opened summary={placesOf(none.scopes, none.scope3_categories, texts.of_scope3)}>
              <AnsweredPlaces data={data} />
            </Opened>
          </Part>
        )}
        {none.contradictions.length === 0 ? null : (
          <Part name={texts.contradicted}>
            {none.contradictions.map(({ report_year, scope, scope3_category, entry_count }) => (
              <p key={`${report_year} ${scope} ${scope3_category}`}>
                {texts.contradiction(
                  report_year,
                  placesOf([scope], scope3_category === null ? [] : [scope3_category], texts.of_scope3),
                  formats.number(entry_count),
                )}
              </p>
            ))}
          </Part>
        )}
        {pending_restatement_count === 0 ? null : (
          <Part name={texts.closed}>
            {texts.pending_restatement(formats.number(pending_restatement_count), formats.mass(pending_restatement_kg))}{" "}
            <Restate />
          </Part>
        )}
      </dl>
    </section>
  );
}

/** "Scope 1; Scope 3, kategorier 8, 9": without categories all of scope 3 is meant. */
function placesOf(
  scopes: readonly string[],
  numbers: readonly number[],
  ofScope3: (numbers: string) => string,
): string {
  const names = scopes.filter((scope) => scope !== "3" || numbers.length === 0).map((scope) => `Scope ${scope}`);
  return [...names, ...(numbers.length === 0 ? [] : [ofScope3(numbers.join(", "))])].join("; ");
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** From when to when, and of which of the months that have begun. */
function Reach({ data: { year, summary, months } }: StatementProps): ReactNode {
  const texts = useTexts(STATEMENT_TEXTS);
  const formats = useFormats();
  const begun = begunMonths(year, new Date());
  const lacking = lackingMonths(year, months, begun).map((month) => monthName(month, formats));
  const { data_from, data_to, months_with_data } = summary;
  return (
    <>
      {data_from === null || data_to === null ? null : (
        <p>
          {formats.day(data_from)} – {formats.day(data_to)}
        </p>
      )}
      <p>{texts.months(formats.number(months_with_data), formats.number(begun))}</p>
      {data_from === null || lacking.length === 0 ? null : <p className="soft">{texts.lacking(lacking.join(", "))}</p>}
    </>
  );
}

function Waiting({ data: { year, summary, waiting_lines } }: StatementProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(STATEMENT_TEXTS);
  const formats = useFormats();
  // The screen is offered to nobody else.
  const mayDecide = useMay("activities:write");
  const { lines, documents, files, money, estimated_kg, without_estimate } = summary.waiting;
  const facts = [
    ...money.map(({ amount, currency }) => `${formats.number(amount, 0)} ${currency}`),
    ...(estimated_kg === null || lines === without_estimate ? [] : [texts.about(formats.mass(estimated_kg))]),
    ...(without_estimate === 0 ? [] : [texts.without_estimate(formats.number(without_estimate))]),
  ];
  return (
    <>
      <p>{lines === 0 ? texts.no_lines(year) : texts.lines(formats.number(lines), formats.number(documents))}</p>
      {lines === 0 ? null : <p className="soft">{facts.join(" · ")}</p>}
      {waiting_lines === 0 ? null : (
        <p>
          {waiting_lines === lines ? null : `${texts.all_years(formats.number(waiting_lines))} `}
          {mayDecide ? (
            <Link to="/$company/gennemgang" params={{ company: company.id }}>
              {texts.review}
            </Link>
          ) : null}
        </p>
      )}
      {files === 0 ? null : (
        <p>
          {texts.files(formats.number(files))}{" "}
          <Link to="/$company/bilag" params={{ company: company.id }} search={{ vis: "mangler" }}>
            {texts.answer}
          </Link>
        </p>
      )}
    </>
  );
}

function Unknown({ data }: StatementProps): ReactNode {
  const texts = useTexts(STATEMENT_TEXTS);
  const formats = useFormats();
  const { scopes, scope3_categories } = data.summary.unknown;
  const isKnown = scopes.length + scope3_categories.length === 0;
  // A financial year may lack what the calendar year has.
  if (isKnown && data.financial_years.every(isCalendarYear)) return texts.nothing;
  return (
    <>
      {isKnown ? <p>{texts.nothing}</p> : null}
      {scopes.length === 0 ? null : <p>{placesOf(scopes, [], texts.of_scope3)}</p>}
      <Opened
        summary={
          scope3_categories.length === 0
            ? texts.answer_unknown
            : texts.categories(formats.number(scope3_categories.length))
        }
      >
        <UnknownPlaces data={data} />
      </Opened>
      {isKnown ? null : <p className="soft">{texts.reason}</p>}
    </>
  );
}

/** Loaded and asked for when it is opened. */
function Opened({ summary, children }: { readonly summary: string; readonly children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? <Suspense fallback={<Loading />}>{children}</Suspense> : null}
    </details>
  );
}

function Restate(): ReactNode {
  const company = useCompany();
  const texts = useTexts(STATEMENT_TEXTS);
  return (
    <Link to="/$company/indstillinger" params={{ company: company.id }}>
      {texts.restate}
    </Link>
  );
}
