import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import { More } from "../../parts/more.tsx";
import { NothingYet } from "../../parts/nothing-yet.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { numbersOf } from "./numbers.ts";
import rows from "./supplier-accounts.module.css";
import { isUnknown, type Supplier, useSuppliers } from "./queries.ts";
import { SUPPLIER_ACCOUNTS_TEXTS } from "./texts.ts";

interface FindSupplierProps {
  /** Name or number; "": all are listed. */
  readonly sought: string;
  readonly search: (sought: string) => void;
  readonly choose: (supplier: Supplier) => void;
  /** What choosing one does, for who does not see the screen; absent: its name says enough. */
  readonly says?: (name: string) => string;
  /** Not listed. */
  readonly except?: string;
}

/** The suppliers of the register, looked for by name or number, of which one is chosen. */
export function FindSupplier({ sought, search, ...list }: FindSupplierProps): ReactNode {
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  return (
    <>
      <form
        key={sought}
        role="search"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          search(typedIn(new FormData(event.currentTarget), "q"));
        }}
      >
        <div className={rows.look}>
          <Field name="q" label={texts.look} more={{ defaultValue: sought, maxLength: 200 }} />
          <OnlineButton type="submit" className="button quiet">
            {texts.search}
          </OnlineButton>
        </div>
      </form>
      <SupplierList sought={sought} {...list} />
    </>
  );
}

function SupplierList({ sought, choose, says, except }: Omit<FindSupplierProps, "search">): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const list = useSuppliers(company.id, sought);
  const { data, error, refetch } = list;
  if (error !== null && isUnknown(error)) return <p className="card">{texts.not_found}</p>;
  if (error !== null) return <Fault error={error} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const suppliers = data.pages.flatMap(({ items }) => items).filter(({ id }) => id !== except);
  if (suppliers.length === 0) {
    return sought === "" ? <NothingYet>{texts.none}</NothingYet> : <p className="card">{texts.not_found}</p>;
  }
  return (
    <>
      <ul className={`card ${rows.rows}`}>
        {suppliers.map((supplier) => (
          <li key={supplier.id}>
            <button
              type="button"
              className={rows.name}
              aria-label={says?.(supplier.name)}
              onClick={() => choose(supplier)}
            >
              {supplier.name}
            </button>
            <span className="soft">{numbersOf(supplier)}</span>
            {says === undefined ? null : (
              <Link to="/$company/udledninger" params={{ company: company.id }} search={{ leverandoer: supplier.name }}>
                {texts.emissions}
                <span className="hidden"> {supplier.name}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <More of={list} />
    </>
  );
}
