import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { More } from "../../parts/more.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { DecideLink } from "./decide-link.tsx";
import { MergeWith } from "./merge-with.tsx";
import { Pairs } from "./merges.tsx";
import { type AccountRecord, useAccount, useSupplier } from "./queries.ts";
import { SUPPLIER_ACCOUNTS_TEXTS } from "./texts.ts";

interface AccountProps {
  readonly id: string;
  readonly back: () => void;
}

/** What is recorded of one supplier: what counts of it, what is evidence, what is open and what settles it. */
export function Account({ id, back }: AccountProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const mayMerge = useMay("suppliers:write");
  const supplier = useSupplier(company.id, id);
  const list = useAccount(company.id, id);
  const { data, error, refetch } = list;
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="stack">
      <p>
        <button type="button" className="button quiet" onClick={back}>
          {texts.back}
        </button>
      </p>
      <h1>{supplier.data === undefined ? texts.title : texts.account(supplier.data.name)}</h1>
      {mayMerge && supplier.data !== undefined ? <MergeWith supplier={supplier.data} /> : null}
      <Pairs filter={{ supplier_identity_id: id }} />
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && records.length === 0 ? <p className="card">{texts.empty}</p> : null}
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.id} className="card">
            <OneRecord record={record} />
          </li>
        ))}
      </ul>
      <More of={list} />
    </div>
  );
}

function OneRecord({ record }: { readonly record: AccountRecord }): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const formats = useFormats();
  const { source, date, currency, gross_amount, net_amount, open_amount, evidence, settlements, state, activity_ids } =
    record;
  const money = (amount: number): string => `${formats.number(amount, 2)} ${currency ?? ""}`.trim();
  const [line] = activity_ids;
  const mayDecide = useMay("activities:write");
  return (
    <>
      <p>
        <strong>
          {texts.sources[source]} {formats.day(date)}
        </strong>
      </p>
      <p>
        {gross_amount === null
          ? net_amount === null
            ? texts.unknown
            : `${money(net_amount)} ${texts.excl_vat}`
          : `${money(gross_amount)} ${texts.incl_vat}`}
        {" · "}
        {statusOf(record, texts)}
        {open_amount === null ? "" : ` · ${open_amount === 0 ? texts.settled : texts.remains(money(open_amount))}`}
      </p>
      {evidence.map(({ id, source: told, date: day, decision }) => (
        <div key={id}>
          <p className="soft">{texts.evidence(texts.sources[told], formats.day(day))}</p>
          <DecideLink
            pair={{
              payment_id: id,
              item_id: record.id,
              state: decision === null ? "evidence" : "confirmed",
              decision,
            }}
          />
        </div>
      ))}
      {settlements.map((link) => (
        <div key={`${link.payment_id} ${link.item_id}`}>
          <p className="soft">
            {texts.link(texts.sources[link.source], money(link.amount), formats.day(link.date))} (
            {texts.links[link.state]})
          </p>
          <DecideLink pair={link} />
        </div>
      ))}
      {state === "waiting" && line !== undefined && mayDecide ? (
        <p>
          <Link to="/$company/gennemgang" params={{ company: company.id }} search={{ linje: line }}>
            {texts.decide}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function statusOf({ state, counted_by_id }: AccountRecord, texts: (typeof SUPPLIER_ACCOUNTS_TEXTS)["da"]): string {
  if (state === "waiting") return texts.waiting;
  if (state === "dismissed") return texts.dismissed;
  return counted_by_id === null ? texts.counts : texts.evidence_of_other;
}
