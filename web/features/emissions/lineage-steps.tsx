import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { CODE_TEXTS } from "./code-texts.ts";
import styles from "./emissions.module.css";
import { DocumentPages } from "../../parts/page/pages.tsx";
import { Loading } from "../../parts/state.tsx";
import type { Lineage } from "./queries.ts";
import type { EmissionsSearch } from "./search.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";

/** Another factor is rarely asked for: it comes when it is. */
const FactorChoice = lazy(async () => ({ default: (await import("./factor-choice.tsx")).FactorChoice }));

interface StepProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ title, children }: StepProps): ReactNode {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

/** Sentences of the ledger are kept in English, and readers' voices are told so. */
function Prose({ text }: { readonly text: string }): ReactNode {
  return <span lang="en">{text}</span>;
}

/** Whether the emissions themselves were told, by somebody, to the company: nothing was published that has a name. */
function isStated(factor_key: string): boolean {
  return factor_key.startsWith("stated.");
}

/** What was stated to the company has a name ("urn:uuid:...") in place of an address, and is worded as people worded it. */
function isOwn(source_url: string): boolean {
  return source_url.startsWith("urn:");
}

/** The way of one figure: document, line, category, factor, calculation, history, proof. */
export function LineageSteps({ lineage }: { readonly lineage: Lineage }): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const codes = useTexts(CODE_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const { emission_entry: entry, activity, activity_split: split, emission_factor: factor, calculation } = lineage;
  const money = activity.amount === null ? "" : ` · ${formats.number(activity.amount, 2)} ${activity.currency ?? ""}`;
  const measured = activity.quantity === null ? "" : ` · ${formats.number(activity.quantity)} ${activity.unit ?? ""}`;
  return (
    <>
      <p className={styles.figure}>{formats.mass(entry.co2e_market_based_kg)} CO2e</p>
      {entry.superseded_by_entry_id === null ? null : (
        <p className="note" role="status">
          {texts.superseded}{" "}
          <Link
            to="/$company/udledninger"
            params={{ company: company.id }}
            search={(now: EmissionsSearch) => ({ ...now, post: entry.superseded_by_entry_id ?? undefined })}
          >
            {texts.see_newer}
          </Link>
        </p>
      )}
      {entry.scope === "2" ? (
        <p className="soft">
          {texts.location(formats.mass(entry.co2e_location_based_kg))}.{" "}
          {entry.market_based_fallback ? texts.fallback : ""}
        </p>
      ) : null}
      <ol className={styles.steps}>
        <Step title={lineage.record === null ? texts.document : texts.record}>
          <DocumentStep lineage={lineage} />
        </Step>
        <Step title={texts.line}>
          <p>{activity.description}</p>
          <p className="soft">
            {activity.supplier_name ?? ""}
            {money}
            {measured} · {formats.day(activity.transaction_date)}
          </p>
          {entry.period_from === entry.period_to ? null : (
            <p className="soft">
              {texts.period}: {formats.day(entry.period_from)} – {formats.day(entry.period_to)}.{" "}
              {lineage.other_months.length === 0 ? "" : texts.other_months(formats.number(lineage.other_months.length))}
            </p>
          )}
        </Step>
        <Step title={texts.reading}>
          <p>
            {nameOf(split.category_id)} ({texts.certain(formats.number(split.confidence * 100, 0))})
          </p>
          <p className="soft">
            {codes.mapped_by[split.mapped_by] ?? split.mapped_by}: <Prose text={split.reason} />
          </p>
        </Step>
        <Step title={texts.factor}>
          <p>
            {formats.number(factor.factor_value)} {factor.unit_numerator} / {factor.unit_denominator}
          </p>
          <p>
            {isStated(factor.key) ? (
              codes.stated_factor(nameOf(entry.category_id))
            ) : isOwn(factor.source_url) ? (
              factor.name_en
            ) : (
              <Prose text={factor.name_en} />
            )}
          </p>
          <p className="soft">
            {texts.factor_source(factor.region, String(factor.year))} · {factor.source} ·{" "}
            {isOwn(factor.source_url) ? codes.stated_to_company : factor.licence}
          </p>
          <p>
            {/^https?:\/\//i.test(factor.source_url) ? (
              <a href={factor.source_url} target="_blank" rel="noreferrer">
                {factor.source_url}
              </a>
            ) : (
              // The company's own statements have names ("urn:uuid:..."), which no browser opens.
              <code>{factor.source_url}</code>
            )}
          </p>
          {/* What was stated with its emissions has no other factor. */}
          {isStated(factor.key) ? null : <OtherFactors activity_id={activity.id} />}
        </Step>
        <Step title={texts.calculation}>
          <p>
            <code>{calculation.formula}</code>
          </p>
          {calculation.conversions.map(({ kind, note }) => (
            <p key={note} className="soft">
              {codes.steps[kind] ?? kind}: <Prose text={note} />
            </p>
          ))}
        </Step>
        {lineage.companions.length === 0 ? null : (
          <Step title={texts.companions}>
            {lineage.companions.map(({ id, category_id, co2e_market_based_kg }) => (
              <p key={id}>
                {nameOf(category_id)}: {formats.mass(co2e_market_based_kg)}
              </p>
            ))}
          </Step>
        )}
        <Step title={texts.history}>
          {lineage.history.audit_events.map(({ seq, ts, action, actor_name }) => (
            <p key={seq} className="soft">
              {formats.moment(ts)} · {actor_name ?? texts.system} · {codes.actions[action] ?? action}
            </p>
          ))}
        </Step>
        <Step title={texts.proof}>
          <p>{texts.chain(formats.number(lineage.audit.chain_seq))}</p>
          <p className="soft">
            <code>{lineage.audit.content_sha256}</code>
          </p>
        </Step>
      </ol>
    </>
  );
}

function OtherFactors({ activity_id }: { readonly activity_id: string }): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.other_factors}</summary>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <FactorChoice activity_id={activity_id} />
        </Suspense>
      ) : null}
    </details>
  );
}

function DocumentStep({ lineage }: { readonly lineage: Lineage }): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  const formats = useFormats();
  const { activity, document, record } = lineage;
  if (record !== null) return <p>{record.reason}</p>;
  return (
    <>
      <p>{texts.document_says(document.name, formats.number(activity.line_number))}</p>
      <DocumentPages document_id={document.id} activity_id={activity.id} />
    </>
  );
}
