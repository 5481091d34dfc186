import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useSession } from "../../app/session.tsx";
import { useCategoryName } from "../../parts/category/categories.ts";
import { type Decision, Decisions } from "../../parts/form/decision.tsx";
import { EvidenceFiles } from "../../parts/form/evidence-files.tsx";
import styles from "../../parts/form/form.module.css";
import { METHOD_TEXTS } from "../../parts/methods.ts";
import { type CompanyFactor, useFactorDecisions } from "./queries.ts";
import { COMPANY_FACTORS_TEXTS } from "./texts.ts";

interface OneFactorProps {
  readonly factor: CompanyFactor;
  /** Hears what was decided. */
  readonly decided: (text: string) => void;
}

/** A factor with what it rests on, who stated and decided it, and what may be decided about it now. */
export function OneFactor({ factor, decided }: OneFactorProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const methods = useTexts(METHOD_TEXTS);
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const facts = [
    texts.valid(formats.day(factor.valid_from), formats.day(factor.valid_to)),
    texts.describes(String(factor.year)),
    ...(factor.country === null ? [] : [factor.country]),
    ...(factor.supplier_name === null && factor.supplier_identifier === null
      ? []
      : [texts.only_of([factor.supplier_name, factor.supplier_identifier].filter((one) => one !== null).join(", "))]),
    factor.is_automatic ? texts.is_automatic : texts.is_named,
  ];
  return (
    <div className={styles.facts}>
      <p className={styles.head}>
        <strong>{factor.name}</strong>
        <span>{texts.statuses[factor.status]}</span>
      </p>
      <p>
        {texts.figure_of(formats.number(factor.kg_co2e_per_unit), factor.unit)}
        {factor.biogenic_co2_kg_per_unit === 0
          ? ""
          : ` · ${texts.biogenic_of(formats.number(factor.biogenic_co2_kg_per_unit), factor.unit)}`}{" "}
        · {nameOf(factor.category_id)}
      </p>
      <p className="soft">{facts.join(" · ")}</p>
      <p className="soft">
        {texts.source}: {factor.source} ({methods[factor.method] ?? factor.method}
        {factor.verified_by === null ? "" : `, ${texts.verified(factor.verified_by)}`})
      </p>
      <p className="soft">{factor.note}</p>
      {factor.evidence.length === 0 ? (
        <p className="soft">{texts.no_evidence}</p>
      ) : (
        <EvidenceFiles files={factor.evidence} />
      )}
      <History factor={factor} />
      <FactorDecisions factor={factor} decided={decided} />
    </div>
  );
}

function History({ factor }: { readonly factor: CompanyFactor }): ReactNode {
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const formats = useFormats();
  const { decided_at, withdrawn_at } = factor;
  const who = (name: string | null): string => name ?? texts.somebody;
  const what = factor.status === "rejected" ? texts.decided.rejected : texts.decided.approved;
  return (
    <>
      <p className="soft">{texts.stated_by(who(factor.submitted_by_name), formats.moment(factor.created_at))}</p>
      {decided_at === null ? null : (
        <p className="soft">
          {texts.decided_by(what, who(factor.decided_by_name), formats.moment(decided_at))}
          {factor.reason === null ? "" : `: ${factor.reason}`}
        </p>
      )}
      {factor.is_self_approved ? <p className="note">{texts.self_approved}</p> : null}
      {withdrawn_at === null ? null : (
        <p className="soft">
          {texts.withdrawn_by(who(factor.withdrawn_by_name), formats.moment(withdrawn_at))}: {factor.withdrawn_reason}
        </p>
      )}
    </>
  );
}

function FactorDecisions({ factor, decided }: OneFactorProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(COMPANY_FACTORS_TEXTS);
  const { person } = useSession();
  const { approve, reject, withdraw } = useFactorDecisions(company.id);
  const mayDecide = useMay("activities:write");
  const isAdmin = useMay("tenant:write");
  const isOwn = factor.submitted_by === `user:${person.id}`;
  const { id, name, status } = factor;
  if (!mayDecide || (status !== "submitted" && status !== "approved")) return null;
  const done = async (work: Promise<void>, text: string): Promise<void> => {
    await work;
    decided(text);
  };
  const approval: Decision = {
    label: texts.approve,
    ask: texts.approve_ask,
    isReasonRequired: false,
    ...(isOwn ? { note: texts.approve_own } : {}),
    act: (reason) => done(approve(id, reason), texts.approved(name)),
  };
  const rejection: Decision = {
    label: texts.reject,
    ask: texts.reject_ask,
    isReasonRequired: true,
    act: (reason) => done(reject(id, reason), texts.rejected(name)),
  };
  const withdrawal: Decision = {
    label: texts.withdraw,
    ask: texts.withdraw_ask,
    isReasonRequired: true,
    note: texts.withdraw_note,
    act: (reason) => done(withdraw(id, reason), texts.withdrawn(name)),
  };
  const mayApprove = isAdmin || !isOwn;
  const decisions = status === "approved" ? [withdrawal] : mayApprove ? [approval, rejection] : [rejection];
  return (
    <>
      {status === "submitted" && !mayApprove ? <p className="note">{texts.own}</p> : null}
      <Decisions of={name} decisions={decisions} not_done={texts.not_decided} words={texts.words} />
    </>
  );
}
