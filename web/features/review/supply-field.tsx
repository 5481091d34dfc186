import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";

/** Supplies that are offered, the newest first; an older one is stated on its own line. */
const OFFERED = 200;

interface SupplyFieldProps {
  readonly id: string;
  readonly value: string;
  readonly change: (id: string) => void;
}

/** Which of the company's metered supplies a line is about; empty: not said. */
export function SupplyField({ id, value, change }: SupplyFieldProps): ReactNode {
  const company = useCompany();
  const supplies = useQuery({
    queryKey: ["supplies", company.id],
    queryFn: () => call(company.id, "list_supplies", { limit: OFFERED }),
  });
  return (
    <select id={id} className="field" value={value} onChange={({ target }) => change(target.value)}>
      <option value="" />
      {(supplies.data?.items ?? []).map((supply) => (
        <option key={supply.id} value={supply.id}>
          {[supply.name, ...supply.identifiers.map(({ shown }) => shown)].filter((part) => part !== null).join(" · ")}
        </option>
      ))}
    </select>
  );
}
