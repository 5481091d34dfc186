import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { More } from "../../parts/more.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { useReleaseLines } from "./queries.ts";
import { FACTOR_RELEASES_TEXTS } from "./texts.ts";

/** The lines of a preview with kg before and after, opened when somebody wants to see them. */
export function RunLines({ id }: { readonly id: string }): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const formats = useFormats();
  const list = useReleaseLines(company.id, id);
  const { data, error, refetch } = list;
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const lines = data.pages.flatMap(({ items }) => items);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{texts.lines}</summary>
      <div className={styles.sheet}>
        <table>
          <caption className="hidden">{texts.lines}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.factor}</th>
              <th scope="col" className="figure">
                {texts.before}
              </th>
              <th scope="col" className="figure">
                {texts.after}
              </th>
              <th scope="col">{texts.line}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id: line, scopes, factors_after, factors_before, outcome, detail }) => (
              <tr key={line}>
                <td>{(factors_after.length === 0 ? factors_before : factors_after).join(", ")}</td>
                <td className="figure">{formats.mass(sum(scopes, "market_based_before_kg"))}</td>
                <td className="figure">{formats.mass(sum(scopes, "market_based_after_kg"))}</td>
                <td>
                  {texts.outcomes[outcome]} {detail === null ? null : <span lang="en">{detail}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More of={list} />
    </details>
  );
}

type Column = "market_based_after_kg" | "market_based_before_kg";

function sum(scopes: readonly Readonly<Record<Column, number>>[], column: Column): number {
  return scopes.reduce((total, scope) => total + scope[column], 0);
}
