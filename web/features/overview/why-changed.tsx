import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import { type ChangedCategory, type Changes, changesByCategory } from "./changed-categories.ts";
import { type MonthRun, periodOf } from "./compared-months.ts";
import styles from "./overview.module.css";
import { monthName } from "./texts.ts";
import { WHY_CHANGED_TEXTS } from "./why-changed-texts.ts";

const SHOWN = 5;

interface WhyChangedProps {
  readonly year: number;
  /** The months that are compared. */
  readonly runs: readonly MonthRun[];
}

/** The categories that account for most of the difference from the year before, in the months that both have. */
export function WhyChanged({ year, runs }: WhyChangedProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(WHY_CHANGED_TEXTS);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["why-changed", company.id, year, runs],
    queryFn: async () => {
      const ofYear = async (one: number) => {
        const parts = runs.map((run) => call(company.id, "get_emissions_by_category", periodOf(one, run)));
        return (await Promise.all(parts)).flatMap(({ items }) => items);
      };
      const [now, before] = await Promise.all([ofYear(year), ofYear(year - 1)]);
      return changesByCategory(now, before, SHOWN);
    },
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  const nameOf = ({ name_da, name_en }: ChangedCategory): string => (formats.language === "da" ? name_da : name_en);
  const signed = (kg: number): string => `${Math.round(kg) > 0 ? "+" : ""}${formats.number(kg, 0)}`;
  const up = data.most.find(({ change_kg }) => change_kg > 0);
  const down = data.most.find(({ change_kg }) => change_kg < 0);
  const months = runs.map(({ first, last }) =>
    [...new Set([first, last])].map((month) => monthName(`${year}-${month}`, formats)).join("–"),
  );
  return (
    <div className={`stack ${styles.why}`}>
      <p>
        {up === undefined ? "" : `${texts.up(nameOf(up), signed(up.change_kg))} `}
        {down === undefined ? "" : texts.down(nameOf(down), signed(down.change_kg))}
      </p>
      <p className="soft">
        {texts.months(months.join(", "))} {data.unknown === 0 ? "" : texts.unknown(formats.number(data.unknown))}
      </p>
      <ChangeTable year={year} changes={data} nameOf={nameOf} signed={signed} />
    </div>
  );
}

interface ChangeTableProps {
  readonly year: number;
  readonly changes: Changes;
  readonly nameOf: (category: ChangedCategory) => string;
  readonly signed: (kg: number) => string;
}

function ChangeTable({ year, changes: { most, rest_kg, total_kg }, nameOf, signed }: ChangeTableProps): ReactNode {
  const texts = useTexts(WHY_CHANGED_TEXTS);
  const formats = useFormats();
  const kg = (value: number | null): string => (value === null ? "–" : formats.number(value, 0));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.category}</th>
          {[year - 1, year, texts.change].map((heading) => (
            <th key={heading} scope="col" className="figure">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {most.map((category) => (
          <tr key={category.category_id}>
            <th scope="row">{nameOf(category)}</th>
            <td className="figure">{kg(category.before_kg)}</td>
            <td className="figure">{kg(category.now_kg)}</td>
            <td className="figure">{signed(category.change_kg)}</td>
          </tr>
        ))}
        {rest_kg === null ? null : <SumRow name={texts.rest} kg={signed(rest_kg)} />}
        <SumRow name={texts.total} kg={signed(total_kg)} />
      </tbody>
    </table>
  );
}

function SumRow({ name, kg }: { readonly name: string; readonly kg: string }): ReactNode {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td className="figure">{kg}</td>
    </tr>
  );
}
