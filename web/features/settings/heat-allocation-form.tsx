import { type ReactNode, useId, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { Field, typedIn } from "../../parts/form/fields.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { linesOf, monthsIn } from "./degree-day-lines.ts";
import { HEAT_ALLOCATION_TEXTS } from "./heat-allocation-texts.ts";
import styles from "./settings.module.css";

type Allocation = Operations["get_heat_allocation"]["output"];

interface HeatAllocationFormProps {
  readonly allocation: Allocation;
  readonly close: (changed: boolean) => void;
}

/** Months are pasted from a table, one a line: nobody types twelve fields a year. */
export function HeatAllocationForm({ allocation, close }: HeatAllocationFormProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(HEAT_ALLOCATION_TEXTS);
  const formats = useFormats();
  const [id, methodId] = [useId(), useId()];
  const [method, setMethod] = useState(allocation.method);
  const [fault, setFault] = useState<Error | null>(null);
  // That which the fields were filled from: a later one must not be read over while somebody types.
  const [version] = useState(allocation.version);
  const submit = async (form: FormData): Promise<void> => {
    const reason = typedIn(form, "reason");
    if (method === "days") await call(company.id, "set_heat_allocation", { version, method, reason });
    else {
      const read = monthsIn(typedIn(form, "months"));
      if ("unread" in read) throw new Error(texts.unread(formats.number(read.unread)));
      await call(company.id, "set_heat_allocation", {
        version,
        method,
        from_year: Number(typedIn(form, "from_year")),
        independent_percent: Number(typedIn(form, "percent").replace(",", ".")),
        degree_days: [...read.months],
        source: typedIn(form, "source"),
        reason,
      });
    }
    close(true);
  };
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(null);
        submit(new FormData(event.currentTarget)).catch((cause: unknown) => setFault(errorOf(cause)));
      }}
    >
      <div>
        <label htmlFor={methodId}>{texts.method}</label>
        <select
          id={methodId}
          className="field"
          value={method}
          onChange={({ target }) => setMethod(target.value === "degree_days" ? "degree_days" : "days")}
        >
          <option value="days">{texts.methods.days}</option>
          <option value="degree_days">{texts.methods.degree_days}</option>
        </select>
      </div>
      {method === "days" ? null : (
        <>
          <Field
            name="from_year"
            label={texts.from_year}
            more={{
              required: true,
              inputMode: "numeric",
              pattern: "[0-9]{4}",
              defaultValue: allocation.from_year ?? "",
            }}
          />
          <Field
            name="percent"
            label={texts.percent}
            more={{ inputMode: "decimal", defaultValue: formats.number(allocation.independent_percent) }}
          />
          <Field
            name="source"
            label={texts.source}
            more={{ required: true, maxLength: 200, defaultValue: allocation.source ?? "" }}
          />
          <div>
            <label htmlFor={id}>{texts.months}</label>
            <textarea
              id={id}
              name="months"
              className="field"
              rows={12}
              required
              defaultValue={linesOf(allocation.degree_days)}
            />
          </div>
        </>
      )}
      <Field name="reason" label={texts.reason} more={{ required: true, maxLength: 500 }} />
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} words={texts.refusals} />}
      <p>
        <OnlineButton type="submit" className="button">
          {texts.save}
        </OnlineButton>{" "}
        <button type="button" className="button quiet" onClick={() => close(false)}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}
