import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Happenings } from "../../parts/happening/happenings.tsx";
import { useFeed } from "../../parts/happening/queries.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { OVERVIEW_TEXTS } from "./texts.ts";

const SHOWN = 6;

/** What happened last in the company; the rest stands on a screen of its own. */
export function Latest(): ReactNode {
  const company = useCompany();
  const texts = useTexts(OVERVIEW_TEXTS);
  const { data, error, refetch } = useFeed(company.id, {}, SHOWN);
  const happenings = data?.pages[0]?.items ?? [];
  return (
    <>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      <Happenings happenings={happenings} />
      <p>
        <Link to="/$company/historik" params={{ company: company.id }}>
          {texts.all_happenings}
        </Link>
      </p>
    </>
  );
}
