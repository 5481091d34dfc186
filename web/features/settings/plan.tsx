import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { ORGANISATION_TEXTS } from "./organisation-texts.ts";

/** The company's plan, and how much of this month's documents it has used. */
export function Plan(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ORGANISATION_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["quota", company.id],
    queryFn: () => call(company.id, "get_quota_status", {}),
  });
  return (
    <section className="card stack">
      <h2>{texts.plan}</h2>
      {data === undefined && error === null ? <Loading /> : null}
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined ? null : (
        <p>
          {texts.tier}: <strong>{data.tier}</strong>.{" "}
          {texts.used(formats.number(data.used), formats.number(data.limit), formats.day(data.period.end))}
        </p>
      )}
      <p className="soft">{texts.plan_hint}</p>
    </section>
  );
}
