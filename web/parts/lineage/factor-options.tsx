import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "./lineage.module.css";
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
            <span className={`soft ${styles.below}`}>{texts.usual_hint}</span>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  readonly isMarked: boolean;
  readonly choose: () => void;
}

interface OptionProps extends RowProps {
  readonly value: string;
  readonly name: string;
  readonly counting: Pick<Candidate, "co2e_kg" | "is_chosen">;
  readonly children: ReactNode;
}

/** A factor with what the line would count with it; one that cannot count it is no choice. */
function Option({ value, name, counting: { co2e_kg, is_chosen }, isMarked, choose, children }: OptionProps): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const formats = useFormats();
  return (
    <label className={styles.candidate}>
      <input
        type="radio"
        name="factor"
        value={value}
        checked={isMarked}
        disabled={co2e_kg === null}
        onChange={choose}
      />
      <span>
        <strong>{name}</strong>
        <span className={styles.below}>
          {co2e_kg === null ? texts.counts_not : `${formats.mass(co2e_kg)} CO2e`}
          {is_chosen ? ` · ${texts.counts_now}` : ""}
        </span>
        {children}
      </span>
    </label>
  );
}

function OwnRow({ candidate, ...row }: RowProps & { readonly candidate: OwnCandidate }): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const formats = useFormats();
  const { id, name, co2e_kg, unit, kg_co2e_per_unit, valid_from, valid_to } = candidate;
  return (
    <Option {...row} value={`${OWN}${id}`} name={name} counting={candidate}>
      <span className={`soft ${styles.below}`}>
        {texts.own} · {formats.number(kg_co2e_per_unit)} kg CO2e / {unit} ·{" "}
        {texts.valid(formats.day(valid_from), formats.day(valid_to))}
      </span>
      {co2e_kg === null ? <span className={`soft ${styles.below}`}>{texts.own_not}</span> : null}
    </Option>
  );
}

function CandidateRow({ candidate, ...row }: RowProps & { readonly candidate: Candidate }): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const formats = useFormats();
  const { key, unit, region, year, source, kg_co2e_per_unit } = candidate;
  const name = formats.language === "da" ? candidate.name_da : candidate.name_en;
  return (
    <Option {...row} value={key} name={name} counting={candidate}>
      <span className={`soft ${styles.below}`}>
        {formats.number(kg_co2e_per_unit)} kg CO2e / {unit} · {region}, {year} · {source}
      </span>
      {candidate.is_distant_year ? <span className={`soft ${styles.below}`}>{texts.distant_year}</span> : null}
      <Why candidate={candidate} />
    </Option>
  );
}

function Why({ candidate }: { readonly candidate: Candidate }): ReactNode {
  const texts = useTexts(FACTOR_TEXTS);
  const { reason_code: code, reason_parameters: about } = candidate;
  if (code === null) return null;
  return <span className={`soft ${styles.below}`}>{texts.reasons[code](about)}</span>;
}
