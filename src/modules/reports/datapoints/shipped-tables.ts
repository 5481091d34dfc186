import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The package's own tables lie at the same distance from src and from dist. */
const DATA = join(import.meta.dirname, "../../../../data");

type ShippedTable =
  | "datapoints"
  | "members"
  | "fuels"
  | "waste"
  | "template-ranges"
  | "template-cells"
  | "template-words";

/** A table that ships with the code, as text. It is part of the program: it changes with a release only. */
export function shippedTable(name: ShippedTable): string {
  return readFileSync(join(DATA, "vsme", `${name}.csv`), "utf8");
}

/** The same for the climate chapter of the ESRS. */
export function shippedEsrsTable(name: "e1-datapoints.csv" | "e1-members.csv" | "e1-numbering.json"): string {
  return readFileSync(join(DATA, "esrs", name), "utf8");
}
