import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./emissions.module.css";
import type { Candidate, Facts, OwnCandidate } from "./factor-queries.ts";
import { FACTOR_TEXTS } from "./factor-texts.ts";

/** The value of the choice that gives the line back to the catalogue's rules. */
const USUAL = "";
/** Before the id of a factor of the company's own; no key of the catalogue has a colon. */
const OWN = "own:";

/** What a choice states of the line. A factor of the catalogue counts it only once no own factor is named any more. */
export function factsOf(chosen: string, own: readonly OwnCandidate[]): Facts {
  if (chosen === USUAL) return { clear: ["emission_factor"] };
  if (chosen.startsWith(OWN)) return { company_factor_id: chosen.slice(OWN.length) };
  const clear = own.some(({ is_chosen }) => is_chosen) ? { clear: ["company_factor" as const] } : {};
  return { emission_factor_key: chosen, ...clear };
}

interface FactorOptionsProps {
  readonly candidates: readonly Candidate[];
  readonly own: readonly OwnCandidate[];
  /** Null: nothing is chosen yet. */
  readonly chosen: string | null;
  /** Whether a person chose a factor of the catalogue. */
  readonly isStated: boolean;
  readonly disabled: boolean;
  readonly choose: (value: string) => void;
}

/** The company's own factors and those of the catalogue, one of them marked. */
export function FactorOptions(props: FactorOptionsProps): ReactNode {
  const { candidates, own, chosen, isStated, disabled, choose } = props;
  const texts = useTexts(FACTOR_TEXTS);
  const isMarked = (value: string, is_chosen: boolean): boolean => (chosen === null ? is_chosen : chosen === value);
  return (
    <fieldset className={styles.candidates} disabled={disabled}>
      <legend className="hidden">{texts.title}</legend>
      {own.map((candidate) => (
        <OwnRow
          key={candidate.id}
          candidate={candidate}
          isMarked={isMarked(`${OWN}${candidate.id}`, candidate.is_chosen)}
          choose={() => choose(`${OWN}${candidate.id}`)}
        />
      ))}
      {candidates.map((candidate) => (
        <CandidateRow
          key={candidate.key}
          candidate={candidate}
          isMarked={isMarked(candidate.key, candidate.is_chosen)}
          choose={() => choose(candidate.key)}
        />
      ))}
      {isStated ? (
        <label className={styles.candidate}>
          <input type="radio" name="factor" checked={chosen === USUAL} onChange={() => choose(USUAL)} />
          <span>
            <strong>{texts.usual}</strong>
            <span className={`soft ${styles.supplier}`}>{texts.usual_hint}</span>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}

interface OwnRowProps {
  readonly candidate: OwnCandidate;
  readonly isMarked: boolean;
  readonly choose: () => void;
}

function OwnRow({ candidate, isMarked, choose }: OwnRowProps): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const formats = useFormats();
  const { id, name, co2e_kg, is_chosen, unit, kg_co2e_per_unit, valid_from, valid_to } = candidate;
  return (
    <label className={styles.candidate}>
      <input
        type="radio"
        name="factor"
        value={`${OWN}${id}`}
        checked={isMarked}
        disabled={co2e_kg === null}
        onChange={choose}
      />
      <span>
        <strong>{name}</strong>
        <span className={styles.supplier}>
          {co2e_kg === null ? texts.counts_not : `${formats.mass(co2e_kg)} CO2e`}
          {is_chosen ? ` · ${texts.counts_now}` : ""}
        </span>
        <span className={`soft ${styles.supplier}`}>
          {texts.own} · {formats.number(kg_co2e_per_unit)} kg CO2e / {unit} ·{" "}
          {texts.valid(formats.day(valid_from), formats.day(valid_to))}
        </span>
        {co2e_kg === null ? <span className={`soft ${styles.supplier}`}>{texts.own_not}</span> : null}
      </span>
    </label>
  );
}

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly isMarked: boolean;
  readonly choose: () => void;
}

function CandidateRow({ candidate, isMarked, choose }: CandidateRowProps): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const formats = useFormats();
  const { co2e_kg, is_chosen, unit, region, year, source } = candidate;
  const name = formats.language === "da" ? candidate.name_da : candidate.name_en;
  return (
    <label className={styles.candidate}>
      <input
        type="radio"
        name="factor"
        value={candidate.key}
        checked={isMarked}
        disabled={co2e_kg === null}
        onChange={choose}
      />
      <span>
        <strong>{name}</strong>
        <span className={styles.supplier}>
          {co2e_kg === null ? texts.counts_not : `${formats.mass(co2e_kg)} CO2e`}
          {is_chosen ? ` · ${texts.counts_now}` : ""}
        </span>
        <span className={`soft ${styles.supplier}`}>
          {formats.number(candidate.kg_co2e_per_unit)} kg CO2e / {unit} · {region}, {year} · {source}
        </span>
        {candidate.is_distant_year ? <span className={`soft ${styles.supplier}`}>{texts.distant_year}</span> : null}
        <Why candidate={candidate} />
      </span>
    </label>
  );
}

function Why({ candidate }: { readonly candidate: Candidate }): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const { reason_code: code, reason_parameters: about } = candidate;
  if (code === null) return null;
  return <span className={`soft ${styles.supplier}`}>{texts.reasons[code](about)}</span>;
}
