import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as statements from "../../../src/core/statement.ts";

/** A statement as the house made it. */
export interface MadeStatement {
  /** The call that made it, and the calls that led there: `src/modules/x/store.ts:12`. */
  readonly sites: readonly string[];
  readonly text: string;
}

const root = resolve(import.meta.dirname, "../../..");
const made: MadeStatement[] = [];
/** Composed when they are asked for: a composition may use what its file says further down. */
const families: { readonly sites: readonly string[]; readonly members: () => Set<string> }[] = [];

/** All that were made until now, with every member of every family. */
export function madeSoFar(): MadeStatement[] {
  return [...made, ...families.flatMap(({ sites, members }) => [...members()].map((text) => ({ sites, text })))];
}

/** The statements of the service itself, each kept with the place that made it. */
export const statement: typeof statements.statement = (text, planning) => {
  made.push({ sites: callSites(), text });
  return statements.statement(text, planning);
};

/** The families of the service, each kept with a way to compose all of its members. */
export const statementFamily: typeof statements.statementFamily = (compose, planning) => {
  families.push({ sites: callSites(), members: () => everyText(compose) });
  return statements.statementFamily(compose, planning);
};

/**
 * Composes with every combination of the parts that are looked at: a part is known once it has been asked for, and then the
 * composition is repeated with each of its two values.
 */
function everyText(compose: (parts: never) => string): Set<string> {
  const texts = new Set<string>();
  const waiting: ReadonlyMap<string, boolean>[] = [new Map()];
  for (let chosen = waiting.pop(); chosen !== undefined; chosen = waiting.pop()) {
    const now = new Map(chosen);
    const parts = new Proxy<Record<string, boolean>>(
      {},
      {
        get(_, part) {
          const name = String(part);
          const value = now.get(name);
          if (value !== undefined) return value;
          waiting.push(new Map(now).set(name, true));
          now.set(name, false);
          return false;
        },
      },
    );
    // Only booleans are read of it, by the names that its type has.
    texts.add(compose(parts as never));
  }
  return texts;
}

function callSites(): string[] {
  return (new Error().stack ?? "").split("\n").flatMap((frame) => {
    const [, place = "", line = ""] = /\(?((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/.exec(frame) ?? [];
    const path = relative(root, place.startsWith("file:") ? fileURLToPath(place) : place).replaceAll("\\", "/");
    return path.startsWith("src/") ? [`${path}:${line}`] : [];
  });
}
