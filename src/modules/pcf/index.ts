export { loadFootprints } from "./load-footprints.ts";
export { countingFootprint, type Footprints } from "./match-footprint.ts";
