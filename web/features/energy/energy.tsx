import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { Views } from "../../parts/form/views.tsx";
import { More } from "../../parts/more.tsx";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { Allocate } from "./allocate.tsx";
import { InstrumentForm } from "./instrument-form.tsx";
import { OneInstrument } from "./one-instrument.tsx";
import { useInstruments } from "./queries.ts";
import { ENERGY_TEXTS } from "./texts.ts";

/** What the company buys beside its electricity: the register, and its allocation to the consumption. */
export function Energy(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ENERGY_TEXTS);
  const { vis } = useSearch({ from: "/$company/elaftaler" });
  const navigate = useNavigate();
  const views = [
    [undefined, texts.register_view],
    ["tilbage", texts.withdrawn_view],
    ["fordeling", texts.allocation_view],
  ] as const;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      <Views
        label={texts.view}
        views={views}
        shown={vis}
        show={(name) =>
          void navigate({
            to: "/$company/elaftaler",
            params: { company: company.id },
            search: name === undefined ? {} : { vis: name },
            replace: true,
          })
        }
      />
      {vis === "fordeling" ? <Allocate /> : <Register isWithdrawn={vis === "tilbage"} />}
    </div>
  );
}

function Register({ isWithdrawn }: { readonly isWithdrawn: boolean }): ReactNode {
  const company = useCompany();
  const texts = useTexts(ENERGY_TEXTS);
  const mayChange = useMay("activities:write");
  const [said, setSaid] = useState("");
  const list = useInstruments(company.id, isWithdrawn);
  const { data, error, refetch } = list;
  const instruments = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p role="status">{said}</p>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data !== undefined && instruments.length === 0 ? (
        <p className="card">{isWithdrawn ? texts.none_withdrawn : texts.none}</p>
      ) : null}
      <ul className={styles.list}>
        {instruments.map((instrument) => (
          <li key={instrument.id} className="card">
            <OneInstrument instrument={instrument} done={setSaid} />
          </li>
        ))}
      </ul>
      <More of={list} />
      {mayChange ? (
        <details className="card">
          <summary>{texts.add}</summary>
          <InstrumentForm done={(name) => setSaid(texts.registered(name))} />
        </details>
      ) : (
        <Denied />
      )}
    </>
  );
}
