import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import type { Operations } from "../../app/operations.gen.ts";
import { useTexts } from "../../app/language.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { Fault } from "../../parts/state.tsx";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";

type Settings = Operations["get_settings"]["output"];

const MIXES: readonly Settings["residual_mix"][] = ["none", "aib", "energinet"];
const AREAS: readonly Settings["price_area"][] = ["none", "DK1", "DK2"];

/** Whose residual mix counts electricity without contract or certificate, and of Danish companies the price area; an administrator chooses them. */
export function ElectricitySettings(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const { data, error } = useQuery({
    queryKey: ["settings", company.id],
    queryFn: async () => await call(company.id, "get_settings", {}),
  });
  if (error !== null) return <Fault error={error} />;
  if (data === undefined) return null;
  return (
    <div className="card stack">
      <Choice name="residual_mix" value={data.residual_mix} choices={MIXES} words={texts.mix_setting} />
      {company.country === "DK" ? (
        <Choice name="price_area" value={data.price_area} choices={AREAS} words={texts.area_setting} />
      ) : null}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: "residual_mix" | "price_area";
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly words: {
    readonly choice: string;
    readonly choices: Readonly<Record<Value, string>>;
    readonly hint: string;
    readonly chosen: string;
  };
}

function Choice<Value extends string>({ name, value, choices, words }: ChoiceProps<Value>): ReactNode {
  const company = useCompany();
  const { not_done } = useTexts(ALLOCATION_TEXTS);
  const queries = useQueryClient();
  const id = useId();
  const mayChoose = useMay("tenant:write");
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<Error | null>(null);
  const choose = async (chosen: Value): Promise<void> => {
    await call(company.id, "set_settings", { [name]: chosen });
    await refreshCompany(queries, company.id);
    setSaid(words.chosen);
  };
  return (
    <div className="stack">
      <label htmlFor={id}>{words.choice}</label>
      <select
        id={id}
        className="field"
        value={value}
        disabled={!mayChoose}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice === target.value);
          setFault(null);
          if (chosen !== undefined) choose(chosen).catch((cause: unknown) => setFault(errorOf(cause)));
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {words.choices[choice]}
          </option>
        ))}
      </select>
      <p className="soft">{words.hint}</p>
      {fault === null ? null : <Fault error={fault} title={not_done} />}
      <p role="status">{said}</p>
    </div>
  );
}
