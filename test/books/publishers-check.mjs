// Holds entries by the tables below data/ against those by the publishers' own files.
import Big from "big.js";

/** Levels of prices have four decimals in data/: a month's entry of the largest amount here moves by less. */
const KG = "0.001";

/** What differs, in words: an entry's factor, its year or unit, or its kg. Both lists are of the same lines. */
export function publishersDiffer(entries, published) {
  const told = entries.flatMap((one, index) => {
    const other = published[index];
    const name = `${one.line} ${one.kind} ${one.from}`;
    if (other === undefined || `${other.line} ${other.kind} ${other.from}` !== name) return [`${name}: no such entry`];
    const [of, at] = [one.factor, other.factor];
    const isSame = Big(of.value).eq(at.value) && of.year === at.year && of.unit === at.unit;
    const asFactor = ({ value, unit, year, file, row }) => `${value} per ${unit} of ${year} (${file}, row ${row})`;
    if (!isSame) return [`${name}: ${asFactor(of)}, published is ${asFactor(at)}`];
    return one.kg.minus(other.kg).abs().lt(KG) ? [] : [`${name}: ${one.kg} kg, by the publishers ${other.kg}`];
  });
  return entries.length === published.length ? told : [...told, `${published.length} entries by the publishers`];
}
