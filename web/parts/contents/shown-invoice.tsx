import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./contents.module.css";
import { bringLitIntoView } from "./lit.ts";
import type { Invoice } from "./queries.ts";
import { UNIT_TEXTS, unitOf } from "../unit-texts.ts";
import { CONTENTS_TEXTS } from "./texts.ts";

interface ShownInvoiceProps {
  readonly invoice: Invoice;
  /** The line that is marked. */
  readonly activity_id: string | undefined;
}

/** An electronic invoice as people are used to looking at one. */
export function ShownInvoice({ invoice, activity_id }: ShownInvoiceProps): ReactNode {
  const texts = useTexts(CONTENTS_TEXTS);
  const formats = useFormats();
  const facts = [
    [texts.number, invoice.invoice_number],
    [texts.issued, invoice.issue_date === null ? null : formats.day(invoice.issue_date)],
    [texts.due, invoice.due_date === null ? null : formats.day(invoice.due_date)],
    ...invoice.references.map(({ kind, number }) => [texts.references[kind], number] as const),
    [texts.account, invoice.payment_account],
  ] as const;
  return (
    <div className={styles.paper}>
      <h3>{texts.types[invoice.document_type]}</h3>
      <div className={styles.parties}>
        <Party title={texts.seller} party={invoice.seller} />
        <Party title={texts.buyer} party={invoice.buyer} />
        <dl className={styles.facts}>
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={`${name} ${value}`} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </div>
      <Lines invoice={invoice} activity_id={activity_id} />
      <Sums invoice={invoice} />
      {invoice.notes.length === 0 ? null : (
        <div>
          <h4>{texts.notes}</h4>
          {invoice.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </div>
  );
}

interface PartyProps {
  readonly title: string;
  readonly party: Invoice["seller"];
}

function Party({ title, party }: PartyProps): ReactNode {
  if (party === null) return null;
  return (
    <div>
      <h4 className="soft">{title}</h4>
      <strong>{party.name}</strong>
      {[...party.address, party.identifier].map((line) => (line === null ? null : <div key={line}>{line}</div>))}
    </div>
  );
}

function Lines({ invoice, activity_id }: ShownInvoiceProps): ReactNode {
  const texts = useTexts(CONTENTS_TEXTS);
  const units = useTexts(UNIT_TEXTS);
  const formats = useFormats();
  const said = (text: string | null, decimals?: number): string =>
    text === null ? "" : formats.number(Number(text), decimals);
  return (
    <section
      className={activity_id === undefined ? styles.scroll : `${styles.scroll} ${styles.rows}`}
      aria-label={texts.lines}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            <th scope="col">{texts.description}</th>
            <th scope="col" className="figure">
              {texts.quantity}
            </th>
            <th scope="col" className="figure">
              {texts.price}
            </th>
            <th scope="col" className="figure">
              {texts.vat_percent}
            </th>
            <th scope="col" className="figure">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => {
            const isLit = activity_id !== undefined && line.activity_id === activity_id;
            return (
              <tr
                key={line.line_number}
                {...(isLit ? { className: styles.lit, "data-lit": "", ref: bringLitIntoView } : {})}
              >
                <td data-heading={texts.line}>{formats.number(line.line_number)}</td>
                <td className={styles.text} data-heading={texts.description}>
                  <div>
                    {line.description}
                    {line.period_start === null || line.period_end === null ? null : (
                      <div className="soft">
                        {formats.day(line.period_start)} – {formats.day(line.period_end)}
                      </div>
                    )}
                  </div>
                </td>
                <td className="figure" data-heading={texts.quantity}>
                  {`${said(line.quantity)} ${unitOf(line.unit, Number(line.quantity), units)}`.trim()}
                </td>
                <td className="figure" data-heading={texts.price}>
                  {said(line.unit_price)}
                </td>
                <td className="figure" data-heading={texts.vat_percent}>
                  {line.vat_percent === null ? "" : `${said(line.vat_percent)} %`}
                </td>
                <td className="figure" data-heading={texts.amount}>
                  {said(line.amount, 2)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Sums({ invoice }: Pick<ShownInvoiceProps, "invoice">): ReactNode {
  const texts = useTexts(CONTENTS_TEXTS);
  const formats = useFormats();
  const money = (text: string): string => `${formats.number(Number(text), 2)} ${invoice.currency ?? ""}`.trim();
  const stated = invoice.vat.filter(({ amount }) => amount !== null);
  const sums: (readonly [string, string | null])[] = [
    [texts.total_excl, invoice.total_excl_vat],
    ...(stated.length === 0
      ? [[texts.vat_total, invoice.total_vat] as const]
      : stated.map(({ percent, base, amount }) => {
          const of = percent === null || base === null ? null : [formats.number(Number(percent)), money(base)];
          return [of === null ? texts.vat_total : texts.vat(of[0] ?? "", of[1] ?? ""), amount] as const;
        })),
    [texts.total_incl, invoice.total_incl_vat],
    [texts.prepaid, invoice.prepaid === null || Number(invoice.prepaid) === 0 ? null : invoice.prepaid],
    [texts.payable, invoice.payable],
  ];
  return (
    <dl className={`${styles.facts} ${styles.sums}`}>
      {sums.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className="figure">{money(value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
