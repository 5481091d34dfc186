import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./overview.module.css";
import type { OverviewData } from "./queries.ts";
import { roundedShares } from "./rounded-shares.ts";
import { RESTS_ON_TEXTS } from "./rests-on-texts.ts";

const BASES = ["product", "quantity", "spend", "stated"] as const;

interface RestsOnProps {
  readonly title: string;
  readonly data: OverviewData;
}

/** By which methods the total was counted, and with what reservations. */
export function RestsOn({ title, data: { summary } }: RestsOnProps): ReactNode {
  const texts = useTexts(RESTS_ON_TEXTS);
  const { mass, number } = useFormats();
  const { basis, scope2, data_quality, biogenic_co2_kg } = summary;
  const shares = basis === null ? [] : roundedShares(BASES.map((one) => basis[`${one}_pct`]));
  return (
    <section className="card stack">
      <h2>{title}</h2>
      {shares.length === 0 ? null : (
        <ul className={styles.bars}>
          {BASES.map((one, index) => ({ one, percent: shares[index] ?? 0 }))
            .filter(({ percent }) => percent > 0)
            .map(({ one, percent }) => (
              <li key={one}>
                <span>{texts.bases[one]}</span>
                <span className="figure">{number(percent, 1)} %</span>
                <progress max={100} value={percent} aria-hidden="true" />
              </li>
            ))}
        </ul>
      )}
      <ul className={styles.steps}>
        {scope2.market_based_kg === null ? null : (
          <li>
            {texts.method} {texts.location(mass(scope2.location_based_kg))}
          </li>
        )}
        {scope2.market_based_fallback_kg === 0 ? null : (
          <li>{texts.fallback(mass(scope2.market_based_fallback_kg))}</li>
        )}
        {scope2.life_cycle_kg === 0 ? null : <li>{texts.life_cycle(mass(scope2.life_cycle_kg))}</li>}
        {summary.spend_region_substituted_kg === 0 ? null : (
          <li>{texts.substituted(mass(summary.spend_region_substituted_kg))}</li>
        )}
        {summary.factor_year_distant_kg === 0 ? null : <li>{texts.distant(mass(summary.factor_year_distant_kg))}</li>}
        {data_quality.score === null ? null : <li>{texts.quality(number(data_quality.score, 1))}</li>}
        {biogenic_co2_kg === null || biogenic_co2_kg === 0 ? null : <li>{texts.biogenic(mass(biogenic_co2_kg))}</li>}
      </ul>
    </section>
  );
}
