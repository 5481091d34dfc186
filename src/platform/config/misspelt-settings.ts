import { SECRET_FILE_SETTINGS } from "./secrets.ts";
import { SETTINGS } from "./settings.ts";

/** A variable of the environment that is none of ours and looks as if it were meant for us. */
export interface MisspeltSetting {
  readonly name: string;
  readonly sentence: string;
}

/** Beginnings that only our settings have; what else begins so is a setting of another release, or an invented one. */
const OWN_BEGINNINGS = ["CARBON_LEDGER_", "WEBHOOK_", "UPLOAD_MAX_", "CATEGORIZATION_", "CLAMD_", "SMTP_", "OCR_"];
/** What Kubernetes sets for services of these names, and nobody has written. */
const SERVICE_LINK = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_\w+)?)$/;
const LENGTH_MAX = 60;
/** In a name shorter than this, one slip is all that can be told from another word. */
const LONG = 7;

/**
 * Variables whose names differ from a setting's by a slip (a letter too many, too few, another one, two swapped; two of them
 * in long names; other case; a hyphen), or begin as only ours do. In the order of the environment; their values are not
 * looked at.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): readonly MisspeltSetting[] {
  const settingNames = [...Object.keys(SETTINGS), ...SECRET_FILE_SETTINGS];
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && name.length <= LENGTH_MAX)
    .flatMap((name) => {
      const meant = nearest(name, settingNames);
      if (meant !== null) return [{ name, sentence: `${name} is not a setting and has no effect; ${meant} is one.` }];
      const isOurs = OWN_BEGINNINGS.some((beginning) => name.startsWith(beginning)) && !SERVICE_LINK.test(name);
      return isOurs ? [{ name, sentence: `${name} is not a setting of this release and has no effect.` }] : [];
    });
}

function nearest(name: string, settingNames: readonly string[]): string | null {
  const normal = name.toUpperCase().replaceAll("-", "_");
  const allowed = normal.length < LONG ? 1 : 2;
  const ranked = settingNames
    .map((setting) => ({ setting, slips: slipsBetween(normal, setting) }))
    .toSorted((left, right) => left.slips - right.slips);
  const [first] = ranked;
  return first !== undefined && first.slips <= allowed ? first.setting : null;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function slipsBetween(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const change = at(row, j - 1) + (isSame ? 0 : 1);
      const swap = isSwap ? at(before, j - 2) + 1 : Infinity;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, change, swap));
    }
    before = row;
    row = next;
  }
  return at(row, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
