/** The floor as a process of its own: `tsx bench/floor-server.ts <file with a FloorPlan as JSON> <port>`. */
import { readFileSync } from "node:fs";
import { createFloor, type FloorPlan } from "./floor.ts";

// The plan is written by our own bench runner, in the same checkout.
const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as FloorPlan;
const floor = createFloor(plan);
floor.server.listen(Number(process.argv[3]), "127.0.0.1");
process.on("SIGTERM", () => void floor.close().then(() => process.exit(0)));
