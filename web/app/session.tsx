import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import type { SessionDocument } from "../../src/interfaces/app/session-document.ts";
import { keepToken, Refusal, send } from "./call.ts";
import { forgetOthers } from "./kept-decisions.ts";
import { LanguageContext } from "./language.ts";

export type Company = SessionDocument["companies"][number];

const SessionContext = createContext<SessionDocument | null>(null);

/** Who is logged in; nobody is sent to the login, which leads back here. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ["session"],
    queryFn: async () => {
      const session = await send<SessionDocument>("GET", "/app/api/session");
      keepToken(session.csrf_token);
      forgetOthers(
        session.person.id,
        session.companies.map(({ id }) => id),
      );
      return session;
    },
    staleTime: 5 * 60_000,
    retry: (count, cause) => !(cause instanceof Refusal && cause.status === 401) && count < 3,
  });
  if (error instanceof Refusal && error.status === 401) {
    location.assign(`/login?return_to=${encodeURIComponent(location.pathname + location.search)}`);
    return null;
  }
  if (error !== null && data === undefined) return <p role="alert">{error.message}</p>;
  if (data === undefined) return null;
  document.documentElement.lang = data.person.language;
  return (
    <SessionContext value={data}>
      <LanguageContext value={data.person.language}>{children}</LanguageContext>
    </SessionContext>
  );
}

/** The session of whoever reads the page. */
export function useSession(): SessionDocument {
  const session = use(SessionContext);
  if (session === null) throw new Error("a screen was drawn outside of a session");
  return session;
}

/** Asks for the session anew, e.g. after a change of one's own name. */
export function useRefreshSession(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => await queries.invalidateQueries({ queryKey: ["session"] });
}
