export { type Download, type FetchDependencies, fetchDatasets, type Occasion } from "./fetch-datasets.ts";
export type { FetchRecord } from "./fetch-record.ts";
export { type Freshness, readFreshness } from "./read-freshness.ts";
