import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Awaited, Fault } from "../../parts/state.tsx";
import { AddSource } from "./add-source.tsx";
import { DATA_SOURCES_TEXTS } from "./data-sources-texts.ts";
import styles from "./settings.module.css";

type Source = Operations["list_data_sources"]["output"]["items"][number];

/** As many sources as a company may have, and its uploads. */
const SOURCES_MAX = 51;

/** Where documents come from by themselves, how each fares, and connecting, testing, fetching and removing them. */
export function DataSources(): ReactNode {
  const company = useCompany();
  const texts = useTexts(DATA_SOURCES_TEXTS);
  const mayChange = useMay("tenant:write");
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const queryKey = ["data-sources", company.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call(company.id, "list_data_sources", { limit: SOURCES_MAX }),
  });
  const changed = (text: string): void => {
    setSaid(text);
    void queries.invalidateQueries({ queryKey });
  };
  if (data === undefined) return <Awaited title={texts.title} error={error} again={() => void refetch()} />;
  return (
    <section className="card stack" aria-labelledby="sources-title">
      <h2 id="sources-title">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <p role="status">{said}</p>
      <ul className={styles.years}>
        {data.items.map((source) => (
          <li key={source.id}>
            <OneSource source={source} mayChange={mayChange && source.connector !== "upload"} changed={changed} />
          </li>
        ))}
      </ul>
      {mayChange ? <AddSource added={(name) => changed(texts.connected(name))} /> : <p>{texts.only_admin}</p>}
    </section>
  );
}

interface OneSourceProps {
  readonly source: Source;
  readonly mayChange: boolean;
  readonly changed: (text: string) => void;
}

function OneSource({ source, mayChange, changed }: OneSourceProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(DATA_SOURCES_TEXTS);
  const formats = useFormats();
  const [fault, setFault] = useState<Error | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { id } = source;
  const told = (work: Promise<string>): void => {
    setFault(null);
    work.then(changed).catch((cause: unknown) => setFault(errorOf(cause)));
  };
  const test = async (): Promise<string> => {
    const { is_working, error_code, error_message, host_key } = await call(company.id, "test_data_source", { id });
    if (!is_working) return texts.failures[error_code ?? ""] ?? error_message ?? texts.not_done;
    return host_key === null ? texts.works : `${texts.works} ${texts.host_key(host_key)}`;
  };
  const sync = async (): Promise<string> => {
    await call(company.id, "sync_data_source", { id });
    return texts.queued;
  };
  const remove = async (): Promise<string> => {
    await call(company.id, "delete_data_source", { id });
    return "";
  };
  const button = (label: string, act: () => void): ReactNode => (
    <OnlineButton type="button" className="button quiet" onClick={act}>
      {label}
      <span className="hidden"> {source.name}</span>
    </OnlineButton>
  );
  return (
    <>
      <div className={styles.source}>
        <p className={styles.year}>
          <strong>{source.name}</strong>
          <span>{texts.connectors[source.connector] ?? source.connector}</span>
          <span>{texts.statuses[source.status] ?? source.status}</span>
        </p>
        <p className="soft">
          {source.last_sync_at === null ? texts.never : texts.last(formats.moment(source.last_sync_at))} ·{" "}
          {texts.counts(
            formats.number(source.pending_count),
            formats.number(source.review_count),
            formats.number(source.failed_count),
          )}
        </p>
        {source.error_code === null ? null : (
          <p className="note">{texts.failures[source.error_code] ?? source.error_message}</p>
        )}
        {fault === null ? null : <Fault error={fault} title={texts.not_done} />}
      </div>
      {mayChange && !isAsked ? (
        <p className={styles.year}>
          {button(texts.test, () => told(test()))}
          {button(texts.sync, () => told(sync()))}
          {button(texts.remove, () => setAsked(true))}
        </p>
      ) : null}
      {isAsked ? (
        <p className={styles.year}>
          {texts.remove_sure} {button(texts.remove, () => told(remove()))}
          <button type="button" className="button quiet" onClick={() => setAsked(false)}>
            {texts.cancel}
            <span className="hidden"> {source.name}</span>
          </button>
        </p>
      ) : null}
    </>
  );
}
