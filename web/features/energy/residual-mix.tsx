import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import type { Operations } from "../../app/operations.gen.ts";
import { useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Fault } from "../../parts/state.tsx";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";

type Choice = Operations["get_settings"]["output"]["residual_mix"];

const CHOICES: readonly Choice[] = ["none", "aib", "energinet"];

/** Whose residual mix counts electricity without contract or certificate; an administrator chooses it. */
export function ResidualMix(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const queries = useQueryClient();
  const id = useId();
  const mayChoose = useMay("tenant:write");
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  const { data, error } = useQuery({
    queryKey: ["settings", company.id],
    queryFn: async () => await call(company.id, "get_settings", {}),
  });
  if (error !== null) return <Fault error={error} />;
  if (data === undefined) return null;
  const choose = async (residual_mix: Choice): Promise<void> => {
    await call(company.id, "set_settings", { residual_mix });
    await refreshCompany(queries, company.id);
    setSaid(texts.mix_chosen);
  };
  return (
    <div className="card stack">
      <label htmlFor={id}>{texts.mix_choice}</label>
      <select
        id={id}
        className="field"
        value={data.residual_mix}
        disabled={!mayChoose}
        onChange={({ target }) => {
          const chosen = CHOICES.find((choice) => choice === target.value);
          setFault(null);
          if (chosen !== undefined) choose(chosen).catch((cause: unknown) => setFault(errorOf(cause)));
        }}
      >
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {texts.mixes[choice]}
          </option>
        ))}
      </select>
      <p className="soft">{texts.mix_hint}</p>
      {fault === null ? null : <Fault error={fault} title={texts.not_done} />}
      <p role="status">{said}</p>
    </div>
  );
}
