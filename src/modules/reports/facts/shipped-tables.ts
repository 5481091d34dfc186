import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The package's own tables lie at the same distance from src and from dist. */
const DIRECTORY = join(import.meta.dirname, "../../../../data/vsme");

/** A table that ships with the code, as text. It is part of the program: it changes with a release only. */
export function shippedTable(name: "datapoints" | "members" | "fuels" | "waste"): string {
  return readFileSync(join(DIRECTORY, `${name}.csv`), "utf8");
}
