import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { Choice } from "../../parts/form/fields.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Awaited, Fault } from "../../parts/state.tsx";
import { PURCHASE_SOURCES_TEXTS } from "./purchase-sources-texts.ts";
import styles from "./settings.module.css";

type Roles = Operations["set_purchase_sources"]["input"]["roles"];
type Texts = (typeof PURCHASE_SOURCES_TEXTS)["da"];

const ROLES = {
  invoices: ["purchases", "unused"],
  ledger: ["books", "purchases", "unused"],
  bank: ["payments", "purchases"],
  card: ["payments", "purchases"],
} as const satisfies Readonly<Record<keyof Roles, readonly (keyof Texts["roles"])[]>>;
const SOURCES = ["invoices", "ledger", "bank", "card"] as const;

/** Which of the company's sources tell of purchases and which of payments; who may change its settings chooses. */
export function PurchaseSources(): ReactNode {
  const company = useCompany();
  const texts = useTexts(PURCHASE_SOURCES_TEXTS);
  const formats = useFormats();
  const mayChange = useMay("tenant:write");
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const queryKey = ["purchase-sources", company.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(company.id, "get_purchase_sources", {}) });
  if (data === undefined) return <Awaited title={texts.title} error={error} again={() => void refetch()} />;
  const submit = async (form: FormData): Promise<void> => {
    setFault(null);
    const roles = Object.fromEntries(
      SOURCES.flatMap((source) =>
        ROLES[source].filter((role) => role === form.get(source)).map((role) => [source, role]),
      ),
    ) as Roles;
    try {
      queries.setQueryData(queryKey, await call(company.id, "set_purchase_sources", { roles }));
    } catch (cause) {
      setFault(errorOf(cause));
    }
  };
  const since = (first: string | null): string => (first === null ? texts.none : texts.since(formats.day(first)));
  return (
    <section className="card stack" aria-labelledby="purchase-sources-title">
      <h2 id="purchase-sources-title">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <form
        key={data.set_at ?? ""}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        {SOURCES.map((source) => {
          const { role, is_chosen, first_date } = data[source];
          const name = `${texts.sources[source]} · ${since(first_date)}`;
          const usual = is_chosen ? texts.followed : texts.follows(texts.roles[role]);
          if (!mayChange) {
            return (
              <p key={source}>
                {name}: {texts.roles[role]}
              </p>
            );
          }
          return (
            <Choice
              key={source}
              name={source}
              label={name}
              first={is_chosen ? role : "usual"}
              options={[
                { value: "usual", name: usual },
                ...ROLES[source].map((value) => ({ value, name: texts.roles[value] })),
              ]}
            />
          );
        })}
        <p>
          {texts.sources.statements} · {since(data.statements.first_date)}: {texts.consumption}
        </p>
        {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
        {mayChange ? (
          <p>
            <OnlineButton type="submit" className="button">
              {texts.save}
            </OnlineButton>
          </p>
        ) : null}
      </form>
      {data.set_at === null ? null : (
        <p className="soft">{texts.by(data.set_by_name ?? "", formats.day(data.set_at))}</p>
      )}
    </section>
  );
}
