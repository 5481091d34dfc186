import type { ReactNode } from "react";
import { useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";
import type { Allocation } from "./queries.ts";
import { ENERGY_TEXTS } from "./texts.ts";

/** What a proposal would move, what of each instrument is left, and what stands in the way. */
export function AllocationEffect({ allocation }: { readonly allocation: Allocation }): ReactNode {
  const texts = useTexts(ALLOCATION_TEXTS);
  const { notices } = useTexts(ENERGY_TEXTS);
  const formats = useFormats();
  const isAdmin = useMay("tenant:write");
  const { effect, residual_mix, residual_mix_missing } = allocation;
  if (effect === null) return null;
  const kwh = (figure: number): string => `${formats.number(figure, 0)} kWh`;
  return (
    <div role="status" className="stack">
      <p>
        <strong>
          {texts.moves(formats.mass(effect.market_based_before_kg), formats.mass(effect.market_based_after_kg))}
        </strong>{" "}
        {texts.location(formats.mass(effect.location_based_kg))}
      </p>
      <p className="soft">
        {texts.entries(formats.number(effect.changed_entry_count))}{" "}
        {effect.pending_entry_count === 0 ? "" : texts.pending(formats.number(effect.pending_entry_count))}{" "}
        {residual_mix === null
          ? texts.no_mix(residual_mix_missing?.code === "not_chosen")
          : texts.mix(formats.number(residual_mix.kg_co2e_per_kwh), residual_mix.year)}
      </p>
      {effect.closed_period_ends.length === 0 ? null : (
        <p className="note">
          {texts.closed(effect.closed_period_ends.map((day) => formats.day(day)).join(", "))}{" "}
          {isAdmin ? "" : texts.closed_denied}
        </p>
      )}
      <ul>
        {effect.instruments.map(({ id, name, left_kwh, unused_kwh, not_allocated_because, warnings }) => (
          <li key={id}>
            {texts.left(name, kwh(left_kwh), kwh(unused_kwh))}{" "}
            {[...not_allocated_because, ...warnings].map(({ code, detail }) => notices[code] ?? detail).join(" ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
