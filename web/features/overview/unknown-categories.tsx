import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./overview.module.css";

/** The categories of scope 3 of which nothing is known in a year, by number and name. */
export function UnknownCategories({ year }: { readonly year: number }): ReactNode {
  const company = useCompany();
  const { language } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["unknown-categories", company.id, year],
    queryFn: () => call(company.id, "get_emissions_by_scope3_category", { from: `${year}-01-01`, to: `${year}-12-31` }),
  });
  if (data === undefined) return error === null ? <Loading /> : <Fault error={error} again={() => void refetch()} />;
  return (
    <ul className={styles.names}>
      {data.categories
        .filter(({ number }) => data.unknown.scope3_categories.includes(number))
        .map(({ number, name_da, name_en }) => (
          <li key={number}>
            {number}. {language === "da" ? name_da : name_en}
          </li>
        ))}
    </ul>
  );
}
