import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Happenings } from "../../parts/happening/happenings.tsx";
import { useFeed } from "../../parts/happening/queries.ts";
import { Awaited, Fault } from "../../parts/state.tsx";
import { OVERVIEW_TEXTS } from "./texts.ts";

const SHOWN = 6;

interface LatestProps {
  /** Whether the screen tells a fault already: one more box would say the same. */
  readonly isFaultTold: boolean;
}

/** What happened last in the company; the rest stands on a screen of its own. */
export function Latest({ isFaultTold }: LatestProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(OVERVIEW_TEXTS);
  const { data, error, refetch } = useFeed(company.id, {}, SHOWN);
  if (error !== null && isFaultTold) return null;
  if (data === undefined) return <Awaited title={texts.latest} error={error} again={() => void refetch()} />;
  const happenings = data.pages[0]?.items ?? [];
  return (
    <section className="card stack">
      <h2>{texts.latest}</h2>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      <Happenings happenings={happenings} />
      <p>
        <Link to="/$company/historik" params={{ company: company.id }}>
          {texts.all_happenings}
        </Link>
      </p>
    </section>
  );
}
