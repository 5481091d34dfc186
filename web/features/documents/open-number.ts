/** Three digits behind the only mark of a number, whatever stands around it. */
const OPEN_NUMBER = /^[^\d.,]*([1-9]\d{0,2}[.,]\d{3})[^\d.,]*$/;

/** What is shown of the columns of a table. */
interface Shown {
  readonly columns: readonly { readonly read_as: string | null; readonly samples: readonly string[] }[];
}

/** The number of a table that its question about decimals names: its own, from a column of quantities first. */
export function openNumberOf(tables: readonly Shown[]): string {
  const columns = tables.flatMap((table) => table.columns).filter(({ read_as }) => read_as !== null);
  const ordered = [...columns].sort((a, b) => Number(b.read_as === "quantity") - Number(a.read_as === "quantity"));
  const numbers = ordered.flatMap(({ samples }) => samples).flatMap((sample) => OPEN_NUMBER.exec(sample)?.[1] ?? []);
  return numbers[0] ?? "12.345";
}
