import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { useActorName } from "../../parts/happening/actor-name.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Awaited, Fault } from "../../parts/state.tsx";
import styles from "./settings.module.css";
import { OWN_NUMBERS_TEXTS } from "./own-numbers-texts.ts";

type Stated = Operations["set_own_numbers"]["input"]["numbers"][number];

const KINDS: readonly Stated["kind"][] = ["cvr", "vat", "iban"];

/** The CVR and VAT numbers and accounts of the company itself; who may change its settings adds and removes them. */
export function OwnNumbers(): ReactNode {
  const company = useCompany();
  const texts = useTexts(OWN_NUMBERS_TEXTS);
  const actorOf = useActorName();
  const formats = useFormats();
  const mayChange = useMay("tenant:write");
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const queryKey = ["own-numbers", company.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(company.id, "get_own_numbers", {}) });
  if (data === undefined) return <Awaited title={texts.title} error={error} again={() => void refetch()} />;
  const state = async (numbers: readonly Stated[]): Promise<boolean> => {
    setFault(null);
    try {
      queries.setQueryData(queryKey, await call(company.id, "set_own_numbers", { numbers: [...numbers] }));
      return true;
    } catch (cause) {
      setFault(errorOf(cause));
      return false;
    }
  };
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
      {data.numbers.length === 0 ? <p>{texts.none}</p> : null}
      <ul className={styles.years}>
        {data.numbers.map((own) => (
          <li key={`${own.kind} ${own.number}`}>
            <p className={styles.year}>
              <strong>{texts[own.kind]}</strong>
              <span>{own.number}</span>
            </p>
            {mayChange ? (
              <OnlineButton
                type="button"
                className="button quiet"
                onClick={() => void state(data.numbers.filter((one) => one !== own))}
              >
                {texts.remove} <span className="hidden">{own.number}</span>
              </OnlineButton>
            ) : null}
          </li>
        ))}
      </ul>
      {data.set_at === null ? null : (
        <p className="soft">
          {texts.by(actorOf({ actor: data.set_by ?? "", actor_name: data.set_by_name }), formats.day(data.set_at))}
        </p>
      )}
      {mayChange ? <AddNumber add={(own) => state([...data.numbers, own])} /> : null}
    </section>
  );
}

function AddNumber({ add }: { readonly add: (own: Stated) => Promise<boolean> }): ReactNode {
  const texts = useTexts(OWN_NUMBERS_TEXTS);
  const [kind, setKind] = useState<Stated["kind"]>("cvr");
  const [number, setNumber] = useState("");
  const submit = async (): Promise<void> => {
    if (await add({ kind, number })) setNumber("");
  };
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label>
        {texts.kind}
        <select
          className="field"
          value={kind}
          onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? "cvr")}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {texts[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.number}
        <input
          className="field"
          required
          minLength={4}
          maxLength={60}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </label>
      <OnlineButton type="submit" className="button">
        {texts.add}
      </OnlineButton>
    </form>
  );
}
