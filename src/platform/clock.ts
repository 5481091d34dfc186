import type { Clock } from "../core/context.ts";

export const systemClock: Clock = { now: () => new Date() };
