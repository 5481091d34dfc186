import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./overview.module.css";
import type { OverviewData } from "./queries.ts";
import { OVERVIEW_TEXTS } from "./texts.ts";

/** What the total does not know, and what to do about it. */
export function NextSteps({ data: { year, summary, waiting_lines } }: { readonly data: OverviewData }): ReactNode {
  const company = useCompany();
  const texts = useTexts(OVERVIEW_TEXTS);
  const formats = useFormats();
  // The screen is offered to nobody else.
  const mayDecide = useMay("activities:write");
  const { waiting, unknown, scope2, data_quality } = summary;
  const estimated = waiting.estimated_kg === null ? null : formats.mass(waiting.estimated_kg);
  return (
    <section className="card stack">
      <h2>{texts.next}</h2>
      <ul className={styles.steps}>
        <li>
          {waiting_lines === 0 ? (
            texts.nothing_waits
          ) : (
            <>
              {texts.waiting(formats.number(waiting_lines))}{" "}
              {texts.waiting_of_year(year, formats.number(waiting.lines), estimated)}{" "}
              {mayDecide ? (
                <Link to="/$company/gennemgang" params={{ company: company.id }}>
                  {texts.review}
                </Link>
              ) : null}
            </>
          )}
        </li>
        {waiting.files === 0 ? null : (
          <li>
            {texts.waiting_files(formats.number(waiting.files))}{" "}
            <Link to="/$company/bilag" params={{ company: company.id }} search={{ vis: "mangler" }}>
              {texts.answer}
            </Link>
          </li>
        )}
        {summary.pending_restatement_kg === 0 ? null : (
          <li>
            {texts.pending_restatement(formats.mass(summary.pending_restatement_kg))}{" "}
            <Link to="/$company/indstillinger" params={{ company: company.id }}>
              {texts.restate}
            </Link>
          </li>
        )}
        {unknown.scope3_categories.length === 0 ? null : (
          <li>{texts.unknown_categories(formats.number(unknown.scope3_categories.length))}</li>
        )}
        {scope2.market_based_fallback_kg > 0 ? (
          <li>{texts.fallback(formats.mass(scope2.market_based_fallback_kg))}</li>
        ) : null}
        {summary.spend_region_substituted_kg > 0 ? (
          <li>{texts.substituted(formats.mass(summary.spend_region_substituted_kg))}</li>
        ) : null}
        <li>
          {texts.method} {texts.location(formats.mass(scope2.location_based_kg))}
        </li>
        {data_quality.score === null ? null : <li>{texts.quality(formats.number(data_quality.score, 1))}</li>}
        {summary.is_complete ? <li>{texts.complete}</li> : null}
      </ul>
    </section>
  );
}
