import type { ReactNode } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { ALLOCATION_TEXTS } from "./allocation-texts.ts";
import { typedText } from "./instrument-input.ts";
import type { Allocation } from "./queries.ts";

interface AllocationTableProps {
  readonly allocation: Allocation;
  /** Hears that a figure was typed. */
  readonly changed: () => void;
}

/** kWh by month and instrument, each a field; what is left of the month takes the residual mix or the grid. */
export function AllocationTable({ allocation, changed }: AllocationTableProps): ReactNode {
  const texts = useTexts(ALLOCATION_TEXTS);
  const formats = useFormats();
  const { months, instruments } = allocation;
  if (months.length === 0) return <p>{texts.no_consumption}</p>;
  if (instruments.length === 0) return <p>{texts.nothing_to_allocate}</p>;
  return (
    <div className={styles.sheet}>
      <table onChange={changed}>
        <caption className="hidden">{texts.table}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.month}</th>
            <th scope="col" className="figure">
              {texts.consumed}
            </th>
            {instruments.map(({ id, name }) => (
              <th key={id} scope="col">
                {name} (kWh)
              </th>
            ))}
            <th scope="col" className="figure">
              {texts.rest}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, consumed_kwh, parts, rest_kwh }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td className="figure">{formats.number(consumed_kwh, 0)}</td>
              {instruments.map(({ id, name }) => (
                <td key={id}>
                  <input
                    className={`field ${styles.cell}`}
                    name={`${month} ${id}`}
                    aria-label={`${name}, ${month}, kWh`}
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={typedText(
                      parts.find((part) => part.instrument_id === id)?.kwh ?? 0,
                      formats.language,
                    )}
                  />
                </td>
              ))}
              <td className="figure">{formats.number(rest_kwh, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
