import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OwnSession } from "../../../src/modules/users/sessions.ts";
import { send, errorOf } from "../../app/call.ts";
import { countKept, forgetAll } from "../../app/kept-decisions.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import { useRefreshSession, useSession } from "../../app/session.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./me.module.css";
import { ME_TEXTS } from "./texts.ts";

/** A person's own name, language and browsers. */
export function Me(): ReactNode {
  const texts = useTexts(ME_TEXTS);
  // What waits to be sent is this person's alone: it does not stay in a browser where nobody is logged in.
  const [unsent, setUnsent] = useState(0);
  const logOut = async (): Promise<void> => {
    const kept = countKept();
    if (kept > unsent) {
      setUnsent(kept);
      return;
    }
    await send("DELETE", "/app/api/session");
    forgetAll();
    location.assign("/login");
  };
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <Profile />
      <section className="card stack">
        <h2>{texts.security}</h2>
        <p>
          <a href="/account">{texts.security_link}</a>
        </p>
      </section>
      <Sessions />
      {unsent === 0 ? null : (
        <p className="note" role="alert">
          {texts.unsent(unsent)}
        </p>
      )}
      <p>
        <button type="button" className="button plain" onClick={() => void logOut()}>
          {unsent === 0 ? texts.logout : texts.logout_anyway}
        </button>
      </p>
    </div>
  );
}

function Profile(): ReactNode {
  const { person } = useSession();
  const texts = useTexts(ME_TEXTS);
  const refresh = useRefreshSession();
  const [name, setName] = useState(person.name);
  const [language, setLanguage] = useState(person.language);
  const [outcome, setOutcome] = useState<Error | "saved" | null>(null);
  const save = async (): Promise<void> => {
    try {
      await send("PATCH", "/app/api/session", { name, language });
      await refresh();
      setOutcome("saved");
    } catch (error) {
      setOutcome(errorOf(error));
    }
  };
  return (
    <form
      className={`card ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="soft">{person.email}</p>
      <label htmlFor="name">{texts.name}</label>
      <input
        id="name"
        className="field"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <p className="soft">{texts.name_hint}</p>
      <label htmlFor="language">{texts.language}</label>
      <select
        id="language"
        className="field"
        value={language}
        onChange={({ target }) => setLanguage(target.value === "en" ? "en" : "da")}
      >
        <option value="da">{texts.languages.da}</option>
        <option value="en">{texts.languages.en}</option>
      </select>
      <p>
        <OnlineButton type="submit" className="button">
          {texts.save}
        </OnlineButton>
      </p>
      <div role="status">{outcome === "saved" ? texts.saved : null}</div>
      {outcome instanceof Error ? <Fault error={outcome} /> : null}
    </form>
  );
}

function Sessions(): ReactNode {
  const texts = useTexts(ME_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: () => send<{ readonly data: readonly OwnSession[] }>("GET", "/app/api/sessions"),
  });
  const end = async (id: string): Promise<void> => {
    await send("DELETE", `/app/api/sessions/${id}`);
    await refetch();
  };
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  return (
    <section className="card stack">
      <h2>{texts.sessions}</h2>
      <ul className={styles.sessions}>
        {data.data.map(({ id, created_at, last_seen_at, is_current }) => (
          <li key={id}>
            <span>
              {texts.since(formats.moment(created_at))}, {texts.seen(formats.moment(last_seen_at))}
              {is_current ? ` (${texts.current})` : ""}
            </span>
            {is_current ? null : (
              <OnlineButton type="button" className="button quiet" onClick={() => void end(id)}>
                {texts.end}
              </OnlineButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
