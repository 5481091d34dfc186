import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Refusal } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { More } from "../../parts/more.tsx";
import { NothingYet } from "../../parts/nothing-yet.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { Account } from "./account.tsx";
import { type Supplier, useSuppliers } from "./queries.ts";
import { SUPPLIER_ACCOUNTS_TEXTS } from "./texts.ts";

const HERE = "/$company/leverandoerer";

/** The suppliers of the register, and the account of one of them; both stand in the address. */
export function Suppliers(): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const { q = "", lev } = useSearch({ from: HERE });
  const navigate = useNavigate();
  const show = (search: { readonly q?: string; readonly lev?: string }): void =>
    void navigate({ to: HERE, params: { company: company.id }, search });
  const kept = q === "" ? {} : { q };
  if (lev !== undefined) return <Account key={lev} id={lev} back={() => show(kept)} />;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      <form
        key={q}
        role="search"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const sought = typedIn(new FormData(event.currentTarget), "q").trim();
          show(sought === "" ? {} : { q: sought });
        }}
      >
        <Field name="q" label={texts.look} more={{ defaultValue: q, maxLength: 200 }} />
        <p>
          <button type="submit" className="button">
            {texts.search}
          </button>
        </p>
      </form>
      <SupplierList sought={q} open={({ id }) => show({ ...kept, lev: id })} />
    </div>
  );
}

interface SupplierListProps {
  readonly sought: string;
  readonly open: (supplier: Supplier) => void;
}

function SupplierList({ sought, open }: SupplierListProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const list = useSuppliers(company.id, sought);
  const { data, error, refetch } = list;
  if (error !== null && isUnknown(error)) return <p className="card">{texts.not_found}</p>;
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const suppliers = data.pages.flatMap(({ items }) => items);
  if (suppliers.length === 0) {
    return sought === "" ? <NothingYet>{texts.none}</NothingYet> : <p className="card">{texts.not_found}</p>;
  }
  return (
    <>
      <ul className={styles.list}>
        {suppliers.map((supplier) => (
          <li key={supplier.id} className="card">
            <button
              type="button"
              className="button quiet"
              aria-label={texts.open(supplier.name)}
              onClick={() => open(supplier)}
            >
              {supplier.name}
            </button>
            <p className="soft">{numbersOf(supplier)}</p>
          </li>
        ))}
      </ul>
      <More of={list} />
    </>
  );
}

/** A filter that finds nothing is refused, so that a program hears of its slip. */
function isUnknown(error: Error): boolean {
  return error instanceof Refusal && error.issues.some(({ code }) => code === "unknown_identifier");
}

/** By what documents name it, besides its name. */
function numbersOf({ identifiers }: Supplier): string {
  const numbers = identifiers.filter(({ kind }) => kind !== "name");
  return numbers.map(({ kind, shown }) => (kind === "cvr" ? `CVR ${shown}` : shown)).join(" · ");
}
