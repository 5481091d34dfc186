export { loadFootprints } from "./load-footprints.ts";
export { type Footprints, matchFootprint, type PurchasedLine } from "./match-footprint.ts";
