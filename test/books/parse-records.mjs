// Filled-in templates of records: what each row states, by the formula that docs/records.md prints.
import Big from "big.js";
import { danishDay, danishNumber, readTemplate } from "./parse-tables.mjs";

const BOTH_WAYS = 2;
const TRAVEL = {
  bil: { category: "transport.commuting.car", unit: "km" },
  bus: { category: "transport.commuting.bus", unit: "passenger_km" },
  tog: { category: "transport.commuting.rail", unit: "passenger_km" },
};

/** Km of those who answered, scaled up to all employees. */
function commutingRow(row) {
  const figure = (name) => danishNumber(row[name]);
  const answered = ["Dage pr. uge", "Uger i perioden", "Km hver vej"].reduce(
    (product, name) => product.times(figure(name)),
    Big(figure("Svar i denne række")).times(BOTH_WAYS),
  );
  const all = answered.times(figure("Ansatte i alt")).div(figure("Svar i alt"));
  return { ...TRAVEL[row["Transportmiddel"]], quantity: all.toFixed(6, Big.roundHalfUp) };
}

function refrigerantRow(row) {
  const gas = row["Kølemiddel"].toLowerCase();
  return { category: `energy.fugitive.${gas}`, quantity: danishNumber(row["Påfyldt kg"]), unit: "kg" };
}

const ROWS = { commuting_survey: commutingRow, refrigerants: refrigerantRow };

/** Records of a template, by the number of their row. */
export function readRecords(folder, { file, subject }) {
  return readTemplate(new URL(file, folder)).map((row) => ({
    row: row.row,
    ...ROWS[subject](row),
    period: [danishDay(row["Fra dato"]), danishDay(row["Til dato"])],
  }));
}
