import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { useActorName } from "../../parts/happening/actor-name.ts";
import { Awaited } from "../../parts/state.tsx";
import { HeatAllocationForm } from "./heat-allocation-form.tsx";
import { HEAT_ALLOCATION_TEXTS } from "./heat-allocation-texts.ts";

type Allocation = Operations["get_heat_allocation"]["output"];

/** How bills of district heating are allocated to months; who may change the settings states it. */
export function HeatAllocation(): ReactNode {
  const company = useCompany();
  const texts = useTexts(HEAT_ALLOCATION_TEXTS);
  const mayChange = useMay("tenant:write");
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["heat-allocation", company.id],
    queryFn: () => call(company.id, "get_heat_allocation", {}),
  });
  if (data === undefined) return <Awaited title={texts.title} error={error} again={() => void refetch()} />;
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Stated allocation={data} />
      <p role="status">{isChanged ? texts.changed : ""}</p>
      {isOpen ? (
        <HeatAllocationForm
          allocation={data}
          close={(changed) => {
            setOpen(false);
            setChanged(changed);
            if (changed) void refetch();
          }}
        />
      ) : null}
      {mayChange && !isOpen ? (
        <p>
          <button type="button" className="button quiet" onClick={() => setOpen(true)}>
            {texts.change}
          </button>
        </p>
      ) : null}
      {mayChange ? null : <p className="soft">{texts.only_admin}</p>}
    </section>
  );
}

function Stated({ allocation }: { readonly allocation: Allocation }): ReactNode {
  const texts = useTexts(HEAT_ALLOCATION_TEXTS);
  const formats = useFormats();
  const actorOf = useActorName();
  const { method, from_month, independent_percent, degree_days, source, reason, set_at } = allocation;
  const actor = actorOf({ actor: allocation.set_by ?? "", actor_name: allocation.set_by_name });
  return (
    <>
      <p>
        {method === "days"
          ? texts.days
          : texts.degree_days(from_month ?? "", formats.number(independent_percent), source ?? "")}
      </p>
      {method === "days" ? null : <p>{texts.stated(formats.number(degree_days.length))}</p>}
      {set_at === null ? null : <p className="soft">{texts.by(actor, formats.day(set_at), reason ?? "")}</p>}
    </>
  );
}
