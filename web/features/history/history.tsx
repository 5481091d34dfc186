import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import form from "../../parts/form/form.module.css";
import { useActorName } from "../../parts/happening/actor-name.ts";
import { Happenings } from "../../parts/happening/happenings.tsx";
import { useFeed } from "../../parts/happening/queries.ts";
import { More } from "../../parts/more.tsx";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { type HistorySearch, KINDS } from "./search.ts";
import { HISTORY_TEXTS } from "./texts.ts";

const HERE = "/$company/historik";
const PAGE = 50;

/** What happened in the company, by kind and by who did it. */
export function History(): ReactNode {
  const texts = useTexts(HISTORY_TEXTS);
  const mayRead = useMay("audit:read");
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      {mayRead ? <Feed /> : <Denied />}
    </div>
  );
}

function Feed(): ReactNode {
  const company = useCompany();
  const texts = useTexts(HISTORY_TEXTS);
  const search = useSearch({ from: HERE });
  const navigate = useNavigate();
  const { slags, hvem } = search;
  const list = useFeed(company.id, { kind: slags, actor: hvem }, PAGE);
  const { data, error, refetch } = list;
  const happenings = data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (changed: HistorySearch): void =>
    void navigate({ to: HERE, params: { company: company.id }, search: { ...search, ...changed }, replace: true });
  return (
    <>
      <div className={form.choice}>
        <label>
          {texts.kind}{" "}
          <select
            className="field"
            value={slags ?? ""}
            onChange={({ target }) => show({ slags: KINDS.find((kind) => kind === target.value) })}
          >
            <option value="">{texts.every}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {texts.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
        {hvem === undefined ? null : (
          <OnlyOne actor={hvem} name={happenings[0]?.actor_name ?? null} everybody={() => show({ hvem: undefined })} />
        )}
      </div>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && happenings.length === 0 ? (
        <p className="card">{slags === undefined && hvem === undefined ? texts.none : texts.none_left}</p>
      ) : null}
      {happenings.length === 0 ? null : (
        <section className="card" aria-label={texts.title}>
          <Happenings happenings={happenings} ofActor={(actor) => show({ hvem: actor })} />
        </section>
      )}
      <More of={list} />
    </>
  );
}

interface OnlyOneProps {
  readonly actor: string;
  readonly name: string | null;
  readonly everybody: () => void;
}

/** Says whose doings are shown, and leads back to those of everybody. */
function OnlyOne({ actor, name, everybody }: OnlyOneProps): ReactNode {
  const texts = useTexts(HISTORY_TEXTS);
  const nameOf = useActorName();
  return (
    <>
      <span role="status">{texts.who(nameOf({ actor, actor_name: name }))}</span>
      <button type="button" className="button quiet" onClick={everybody}>
        {texts.everybody}
      </button>
    </>
  );
}
