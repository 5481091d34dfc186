export { type PlannedTiltag, selectPlannedTiltag } from "./store-planned.ts";
