/**
 * Where a table's rows would stand in a database of several machines: `distributed` by tenant_id, a copy on each machine
 * (`reference`), or on one machine only (`local`).
 */
export type TableClass = "distributed" | "reference" | "local";

export interface OwnedTable {
  readonly class: TableClass;
  /** Why this class. */
  readonly because: string;
}

/** The tables of one part of the house, by name: it alone writes them. Or its views, by name: others may read these. */
export type OwnedTables = Readonly<Record<string, OwnedTable>>;

/** Grows with a company's documents, is always asked for one company, and refers to no table that is local. */
export function distributed(because: string): OwnedTable {
  return { class: "distributed", because };
}

/** Small, seldom written, and joined with the rows of every company. */
export function reference(because: string): OwnedTable {
  return { class: "reference", because };
}

/** Looked up before the company is known, or claimed across companies in one statement. */
export function local(because: string): OwnedTable {
  return { class: "local", because };
}
