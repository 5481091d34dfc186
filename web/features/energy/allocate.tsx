import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { numberOf } from "../../app/typed-number.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import styles from "../../parts/form/form.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Denied, Fault, Loading } from "../../parts/state.tsx";
import { ToldWords } from "../../parts/told/told-words.tsx";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";
import { AllocationEffect } from "./allocation-effect.tsx";
import { AllocationTable } from "./allocation-table.tsx";
import { ElectricitySettings } from "./electricity-settings.tsx";
import { FAILURE_TEXTS } from "./failure-texts.ts";
import { type Allocation, type AllocationInput, useAllocate } from "./queries.ts";
import { Fallback, Runs } from "./runs.tsx";
import { ENERGY_TEXTS } from "./texts.ts";

/** Allocates contracts and certificates to the consumption of a year: proposal, adjustment, and the run that applies it. */
export function Allocate(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const mayChange = useMay("activities:write");
  const [year, setYear] = useState(() => new Date().getUTCFullYear() - 1);
  return (
    <>
      <Fallback year={year} />
      <ElectricitySettings />
      {mayChange ? <AllocationForm key={company.id} year={year} setYear={setYear} /> : <Denied />}
      <section className="card stack" aria-labelledby="runs-title">
        <h2 id="runs-title">{texts.runs}</h2>
        <Runs />
      </section>
    </>
  );
}

interface AllocationFormProps {
  readonly year: number;
  readonly setYear: (year: number) => void;
}

/** The last proposal, with what it was asked with. */
interface Proposal {
  readonly asked: AllocationInput;
  readonly answer: Allocation;
}

function AllocationForm({ year, setYear }: AllocationFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(ALLOCATION_TEXTS);
  const { words, notices } = useTexts(ENERGY_TEXTS);
  const { language } = useFormats();
  const { preview, apply } = useAllocate(company.id);
  const [market, setMarket] = useState(company.country);
  const [isLate, setLate] = useState(false);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  /** The figures of the table were changed since they were looked at. */
  const [isChanged, setChanged] = useState(false);
  const [ended, setEnded] = useState<Allocation | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const forget = (): void => {
    setProposal(null);
    setChanged(false);
    setEnded(null);
  };
  const askedOf = (form: FormData): AllocationInput => {
    const asked = { market: market.toUpperCase(), year, ...(isLate ? { include_late: true } : {}) };
    if (proposal === null || !isChanged) return proposal?.asked ?? asked;
    const allocations = proposal.answer.months.flatMap(({ month }) =>
      proposal.answer.instruments.flatMap(({ id }) => {
        const text = typedIn(form, `${month} ${id}`);
        const kwh = text === "" ? 0 : numberOf(text, language);
        if (kwh === null) throw new Error(texts.number_wrong);
        return kwh === 0 ? [] : [{ instrument_id: id, month, kwh }];
      }),
    );
    return { ...asked, allocations };
  };
  const send = async (form: FormData): Promise<void> => {
    const asked = askedOf(form);
    if (proposal === null || isChanged) {
      setProposal({ asked, answer: await preview(asked) });
      setChanged(false);
      return;
    }
    const reason = typedIn(form, "reason");
    const run = await apply({ ...asked, ...(reason === "" ? {} : { reason }) });
    forget();
    setEnded(run);
  };
  const isReasonNeeded = isLate || (proposal?.answer.effect?.closed_period_ends.length ?? 0) > 0;
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        setFault(null);
        setAsking(true);
        send(form)
          .catch((cause: unknown) => setFault(errorOf(cause)))
          .finally(() => setAsking(false));
      }}
    >
      <div className={styles.choice}>
        <label>
          {texts.market}{" "}
          <input
            className="field"
            required
            maxLength={2}
            pattern="[A-Za-z]{2}"
            value={market}
            onChange={({ target }) => {
              setMarket(target.value);
              forget();
            }}
          />
        </label>
        <label>
          {texts.year}{" "}
          <input
            className="field"
            type="number"
            required
            min={2000}
            max={2100}
            value={year}
            onChange={({ target }) => {
              setYear(Number(target.value));
              forget();
            }}
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={isLate}
            onChange={({ target }) => {
              setLate(target.checked);
              forget();
            }}
          />{" "}
          {texts.include_late}
        </label>
      </div>
      {proposal === null ? null : (
        <>
          <AllocationTable
            // Another answer brings other figures into the fields.
            key={JSON.stringify(proposal.asked)}
            allocation={proposal.answer}
            changed={() => setChanged(true)}
          />
          {isChanged ? <p className="note">{texts.changed}</p> : <AllocationEffect allocation={proposal.answer} />}
          {isChanged ? null : (
            <Field name="reason" label={texts.reason} more={{ required: isReasonNeeded, maxLength: 2000 }} />
          )}
        </>
      )}
      {fault === null ? null : (
        <Fault error={fault} title={texts.not_done} words={{ ...words, ...notices, ...texts.words }} />
      )}
      <p>
        <OnlineButton type="submit" className="button" disabled={isAsking}>
          {proposal === null ? texts.preview : isChanged ? texts.preview_again : texts.apply}
        </OnlineButton>
      </p>
      <div role="status">
        {isAsking ? <Loading /> : null}
        {ended === null ? null : <p>{ended.status === "applied" ? texts.applied : texts.failed}</p>}
        {ended?.failure == null || ended.failure_told === null ? null : (
          <p>
            <ToldWords told={ended.failure_told} texts={FAILURE_TEXTS} sentence={ended.failure} />
          </p>
        )}
      </div>
    </form>
  );
}
