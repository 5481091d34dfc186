import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Views } from "../../parts/form/views.tsx";
import { Account } from "./account.tsx";
import { FindSupplier } from "./find-supplier.tsx";
import { Merges } from "./merges.tsx";
import { SUPPLIER_ACCOUNTS_TEXTS } from "./texts.ts";

const HERE = "/$company/leverandoerer";

/** The suppliers of the register, which of them may be one, and the account of one of them; all stand in the address. */
export function Suppliers(): ReactNode {
  const company = useCompany();
  const texts = useTexts(SUPPLIER_ACCOUNTS_TEXTS);
  const { q = "", lev, vis } = useSearch({ from: HERE });
  const navigate = useNavigate();
  const show = (search: { readonly q?: string; readonly lev?: string; readonly vis?: "forslag" }): void =>
    void navigate({ to: HERE, params: { company: company.id }, search });
  const kept = q === "" ? {} : { q };
  if (lev !== undefined) return <Account key={lev} id={lev} back={() => show(kept)} />;
  const views = [
    [undefined, texts.all],
    ["forslag", texts.merges],
  ] as const;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      {vis === undefined ? <p className="soft">{texts.intro}</p> : null}
      <Views
        label={texts.title}
        views={views}
        shown={vis}
        show={(name) => show(name === undefined ? kept : { ...kept, vis: name })}
      />
      {vis === undefined ? (
        <FindSupplier
          sought={q}
          search={(sought) => show(sought === "" ? {} : { q: sought })}
          choose={({ id }) => show({ ...kept, lev: id })}
          says={texts.open}
        />
      ) : (
        <Merges />
      )}
    </div>
  );
}
