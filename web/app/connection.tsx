import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useFormats, useTexts } from "./language.ts";
import { type Owner, useKeptDecisions } from "./kept-decisions.ts";
import { useLostAt, useOnline } from "./online.ts";
import { refreshCompany } from "./refresh.ts";
import { sendKept } from "./send-kept.ts";
import { type Company, useSession } from "./session.tsx";
import styles from "./shell.module.css";
import { SHELL_TEXTS } from "./texts.ts";

/** A network that the browser takes for there may still not reach the service: it is asked again after this time. */
const AGAIN_MS = 20_000;

/** Says that the network is gone, since when, what can be done without it, and how many decisions wait for it; sends them once it is back. */
export function Connection({ company }: { readonly company: Company }): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const formats = useFormats();
  const { person } = useSession();
  const queries = useQueryClient();
  const isOnline = useOnline();
  const lost_at = useLostAt();
  const owner: Owner = { person: person.id, company: company.id };
  const waiting = useKeptDecisions(owner).filter(({ refusal }) => refusal === undefined).length;
  const isSending = isOnline && waiting > 0;
  useEffect(() => {
    if (!isSending) return undefined;
    const send = async (): Promise<void> => {
      if ((await sendKept({ person: person.id, company: company.id })) > 0) await refreshCompany(queries, company.id);
    };
    void send();
    const timer = setInterval(() => void send(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isSending, person.id, company.id, queries]);
  const kept = waiting === 0 ? "" : texts.decisions_wait(waiting);
  // Who decides nothing has nothing that could be kept.
  const rest = company.scopes.includes("activities:write") ? texts.offline_review : "";
  const said = isOnline ? kept : [texts.offline(formats.time(lost_at)), rest, kept].join(" ").trim();
  return <div role="status">{said === "" ? null : <p className={styles.offline}>{said}</p>}</div>;
}
