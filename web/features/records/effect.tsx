import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { ToldWords } from "../../parts/told/told-words.tsx";
import { useTold } from "../../parts/told/told.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { UNIT_TEXTS, unitOf } from "../../parts/unit-texts.ts";
import { CELL_TEXTS } from "./cell-texts.ts";
import type { Recorded, RecordedFile } from "./queries.ts";
import styles from "./records.module.css";
import { RECORDS_TEXTS } from "./texts.ts";

/** What a record counts, or would count, with the calculation of each entry. */
export function Effect({ recorded }: { readonly recorded: Recorded }): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const tell = useTold();
  // What waits for a closed year has no entry yet.
  const first = recorded.entries.find(({ id }) => id !== null);
  return (
    <div className={styles.effect} role="status">
      <p>
        <strong>
          {recorded.is_dry_run
            ? texts.would_count(formats.mass(recorded.co2e_market_based_kg))
            : texts.booked(formats.mass(recorded.co2e_market_based_kg))}
        </strong>
      </p>
      <ForClosedYears years={recorded.pending_restatements} />
      {recorded.entries.map((entry) => (
        <p key={`${entry.category_id} ${entry.formula}`}>
          {nameOf(entry.category_id)} · {texts.scope} {entry.scope} <br />
          <code>{entry.formula_parts.map(tell).join(" ")}</code>{" "}
          <span className="soft">
            {entry.factor_source}, {entry.factor_year}
          </span>
        </p>
      ))}
      {recorded.warnings.map(({ code, message }) => (
        <p key={code} className="note">
          {texts.warnings[code] ?? message}
        </p>
      ))}
      {first?.id == null ? null : (
        <p>
          <Link
            to="/$company/udledninger"
            params={{ company: company.id }}
            search={{ aar: recorded.transaction_date.slice(0, 4), post: first.id }}
          >
            {texts.see_entry}
          </Link>
        </p>
      )}
    </div>
  );
}

/** What of it waits until a closed year is restated. */
function ForClosedYears({ years = [] }: { readonly years: Recorded["pending_restatements"] }): ReactNode {
  const texts = useTexts(RECORDS_TEXTS);
  const formats = useFormats();
  return years.map(({ period_end, market_based_after_kg }) => (
    <p key={period_end} className="note">
      {texts.closed(formats.day(period_end), formats.mass(market_based_after_kg))}
    </p>
  ));
}

/** What the rows of a file count, or would count; wrong cells are named one by one. */
export function FileEffect({ recorded }: { readonly recorded: RecordedFile }): ReactNode {
  const company = useCompany();
  const texts = useTexts(RECORDS_TEXTS);
  const units = useTexts(UNIT_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const tell = useTold();
  const counts = texts.rows(
    formats.number(recorded.recorded),
    formats.number(recorded.already_recorded),
    formats.number(recorded.wrong),
  );
  return (
    <div className={styles.effect} role="status">
      <p>
        <strong>
          {recorded.is_dry_run
            ? texts.would_count(formats.mass(recorded.co2e_market_based_kg))
            : texts.booked(formats.mass(recorded.co2e_market_based_kg))}
        </strong>{" "}
        {counts}
      </p>
      <ForClosedYears years={recorded.pending_restatements} />
      <ul className={styles.rows}>
        {recorded.rows.map((row) => (
          <li key={row.row}>
            {texts.row(formats.number(row.row))}: {texts.statuses[row.status]}
            {row.category_id === null ? "" : ` · ${nameOf(row.category_id)}`}
            {row.quantity === null ? "" : ` · ${formats.number(row.quantity)} ${unitOf(row.unit, row.quantity, units)}`}
            {row.co2e_market_based_kg === null ? "" : ` · ${formats.mass(row.co2e_market_based_kg)}`}
            {row.response_rate_percent === null
              ? ""
              : ` · ${texts.response_rate(formats.number(row.response_rate_percent, 1))}`}
            {row.steps_told.map((step, index) => (
              <p key={row.steps[index]} className="soft">
                <code>{tell(step)}</code>
              </p>
            ))}
            {row.issues.map(({ column, heading, message, told }) => (
              <p key={`${column} ${message}`} className="fault">
                {heading === null ? "" : `${heading}: `}
                <ToldWords told={told} texts={CELL_TEXTS} sentence={message} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
