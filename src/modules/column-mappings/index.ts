export { amountSigns, columnMapping, columnMeaning, decimalMark, EXAMPLE_MAPPING } from "./column-mapping-record.ts";
export { type KnownMappings, loadMappings } from "./load-mappings.ts";
export { stateMapping } from "./state-mapping.ts";
export { selectMappingOf } from "./store.ts";
