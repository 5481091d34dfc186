import { type ReactNode, Suspense, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { useCategoryName } from "../category/categories.ts";
import { CODE_TEXTS } from "./code-texts.ts";
import styles from "./lineage.module.css";
import { DocumentPages } from "../page/pages.tsx";
import { useActorName } from "../happening/actor-name.ts";
import { HAPPENING_TEXTS } from "../happening/texts.ts";
import { Loading } from "../state.tsx";
import { useTold } from "../told/told.ts";
import { UNIT_TEXTS, unitOf } from "../unit-texts.ts";
import { type Lineage, useFactor } from "./queries.ts";
import { LINEAGE_TEXTS } from "./texts.ts";

/** Another factor is rarely asked for: it comes when it is. */
const FactorChoice = later(async () => (await import("./factor-choice.tsx")).FactorChoice);

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

/** Whether the emissions themselves were told, by somebody, to the company: nothing was published that has a name. */
function isStated(factor_key: string): boolean {
  return factor_key.startsWith("stated.");
}

/** What was stated to the company has a name ("urn:uuid:...") in place of an address, and is worded as people worded it. */
function isOwn(source_url: string): boolean {
  return source_url.startsWith("urn:");
}

interface LineageStepsProps {
  readonly lineage: Lineage;
  /** Shows another entry in place of this one. */
  readonly open: (entry_id: string) => void;
}

/** The way of one figure: document, line, category, factor, calculation, history, proof. */
export function LineageSteps({ lineage, open }: LineageStepsProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(LINEAGE_TEXTS);
  const codes = useTexts(CODE_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const tell = useTold();
  const nameOfActor = useActorName();
  const happenings = useTexts(HAPPENING_TEXTS);
  const units = useTexts(UNIT_TEXTS);
  const { emission_entry: entry, activity, activity_split: split, emission_factor: factor, calculation } = lineage;
  const money = activity.amount === null ? "" : ` · ${formats.number(activity.amount, 2)} ${activity.currency ?? ""}`;
  const { quantity, unit } = activity;
  const measured = quantity === null ? "" : ` · ${formats.number(quantity)} ${unitOf(unit, quantity, units)}`;
  return (
    <>
      <p className={styles.figure}>{formats.mass(entry.co2e_market_based_kg)} CO2e</p>
      {entry.superseded_by_entry_id === null ? null : (
        <p className="note" role="status">
          {texts.superseded}{" "}
          <button type="button" className="button quiet" onClick={() => open(entry.superseded_by_entry_id ?? entry.id)}>
            {texts.see_newer}
          </button>
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
              {texts.period}: {formats.day(entry.period_from)} – {formats.day(entry.period_to)}
              {entry.is_future ? ` (${texts.ahead})` : ""}.{" "}
              {lineage.other_months.length === 0 ? "" : texts.other_months(formats.number(lineage.other_months.length))}
            </p>
          )}
        </Step>
        <Step title={texts.reading}>
          <p>
            {nameOf(split.category_id)} ({texts.certain(formats.number(split.confidence * 100, 0))})
          </p>
          <p className="soft">
            {codes.mapped_by[split.mapped_by] ?? split.mapped_by}: {split.reasons.map(tell).join("; ")}
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
              <FactorName factor={factor} />
            )}
          </p>
          <FactorSource factor={factor} />
          {/* What was stated with its emissions has no other factor. */}
          {isStated(factor.key) ? null : <OtherFactors activity_id={activity.id} />}
        </Step>
        <Step title={texts.calculation}>
          <p>
            <code>{calculation.formula_parts.map(tell).join(" ")}</code>
          </p>
          {calculation.conversions.map(({ kind, note, told }) => (
            <p key={note} className="soft">
              {codes.steps[kind] ?? kind}: {tell(told)}
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
          {lineage.history.audit_events.map(({ seq, ts, action, actor, actor_name }) => (
            <p key={seq} className="soft">
              {formats.moment(ts)} · {nameOfActor({ actor, actor_name })} · {happenings.actions[action] ?? action}
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

type Factor = Lineage["emission_factor"];

/** A factor of the catalogue in the reader's language; the ledger keeps its English name. */
function FactorName({ factor }: { readonly factor: Factor }): ReactNode {
  const company = useCompany();
  const { language } = useFormats();
  const { data, isLoading } = useFactor(company.id, language === "da" ? factor.id : null);
  // Until the answer is there the line stays empty: the English name would only flash by.
  if (isLoading) return <span aria-busy="true">{"\u00a0"}</span>;
  const name = data?.name_da ?? null;
  return name === null ? <span lang="en">{factor.name_en}</span> : name;
}

/** Where a factor comes from. What was stated to the company has a name ("urn:uuid:...") that no browser opens. */
function FactorSource({ factor }: { readonly factor: Factor }): ReactNode {
  const texts = useTexts(LINEAGE_TEXTS);
  const codes = useTexts(CODE_TEXTS);
  const isAddress = /^https?:\/\//i.test(factor.source_url);
  const facts = [
    texts.factor_source(factor.region, String(factor.year)),
    factor.source,
    isOwn(factor.source_url) ? codes.stated_to_company : factor.licence,
  ];
  return (
    <>
      <p className="soft">{facts.join(" · ")}</p>
      {isAddress ? (
        <p>
          <a href={factor.source_url} target="_blank" rel="noreferrer">
            {factor.source_url}
          </a>
        </p>
      ) : null}
    </>
  );
}

function OtherFactors({ activity_id }: { readonly activity_id: string }): ReactNode {
  const texts = useTexts(LINEAGE_TEXTS);
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
  const texts = useTexts(LINEAGE_TEXTS);
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
