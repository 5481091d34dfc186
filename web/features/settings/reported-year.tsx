import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./settings.module.css";
import { SETTINGS_TEXTS } from "./texts.ts";

/** Lines that are shown; the others are counted when the year is restated. */
const SHOWN = 20;

/** A year as it was reported and as it is now, with what waits to change it. */
export function ReportedYear({ period_end }: { readonly period_end: string }): ReactNode {
  const company = useCompany();
  const texts = useTexts(SETTINGS_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["restated-figures", company.id, period_end],
    queryFn: async () => {
      const [figures, pending] = await Promise.all([
        call(company.id, "get_restated_figures", { period_end }),
        call(company.id, "list_restatements", { period_end, limit: SHOWN }),
      ]);
      return { figures, pending: pending.items };
    },
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const { figures, pending } = data;
  return (
    <div className={styles.effect}>
      <p className="soft">
        {figures.reported_on === null ? texts.not_reported : texts.reported_on(formats.day(figures.reported_on))}
      </p>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">{texts.as_reported}</th>
            <th scope="col">{texts.as_restated}</th>
            <th scope="col">{texts.change}</th>
            <th scope="col">{texts.pending}</th>
          </tr>
        </thead>
        <tbody>
          {figures.scopes.map((row) => (
            <tr key={row.scope}>
              <th scope="row">{row.scope}</th>
              <td>{formats.mass(row.market_based_reported_kg)}</td>
              <td>{formats.mass(row.market_based_restated_kg)}</td>
              <td>{row.change_pct === null ? "–" : `${formats.number(row.change_pct, 2)} %`}</td>
              <td>{formats.mass(row.market_based_pending_kg)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {figures.scopes.some(({ is_above_threshold }) => is_above_threshold) ? (
        <p>{texts.above_threshold(formats.number(figures.restatement_threshold_percent))}</p>
      ) : null}
      {pending.length === 0 ? null : (
        <ul>
          {pending.map(({ id, cause, scopes, correction }) => (
            <li key={id}>
              {texts.causes[cause]}
              {correction === null
                ? ""
                : ` (${[correction.corrected_by_name, formats.day(correction.corrected_at), correction.reason]
                    .filter((part) => part !== null)
                    .join(", ")})`}
              :{" "}
              {scopes
                .map(
                  ({ scope, biogenic_co2_before_kg: was, biogenic_co2_after_kg: is, ...kg }) =>
                    texts.line_moves(
                      scope,
                      formats.mass(kg.market_based_before_kg),
                      formats.mass(kg.market_based_after_kg),
                    ) +
                    (was === undefined || is === undefined
                      ? ""
                      : texts.biogenic_moves(formats.mass(was), formats.mass(is))),
                )
                .join("; ")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
