import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";

/** What is another one at each run, and what stands for it. The order counts: longer forms first. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
  [/qk_(live|sandbox)_[0-9a-f]+/g, "qk_$1_<key>"],
  [/whsec_[A-Za-z0-9+/=]+/g, "whsec_<secret>"],
  [/\b[0-9a-f]{64}\b/g, "<sha256>"],
  [/<td>[0-9a-f]{12}<\/td>/g, "<td><short></td>"],
  [/(hændelse nr\.<\/th><td>)[\d.]+/g, "$1<seq>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, "<moment>"],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, "<moment>"],
  [/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC/g, "<moment>"],
  [/(127\.0\.0\.1|localhost):\d{4,5}/g, "$1:<port>"],
];

/** Numbers and texts of these members are another at each run. */
const CHANGING = /(?:_ms|latency|last_four|prefix|cursor|request_id|file_size_bytes|(?:^|_)seq)$/;

/** A text with ids, keys, hashes, moments and ports made alike. */
export function normalText(text: string): string {
  return FORMS.reduce((rest, [form, name]) => rest.replaceAll(form, name), text);
}

/**
 * A JSON value with the same. Lists of records are sorted by what they say then: rows of one moment are listed by ids, which are
 * random; the order of lists has tests of its own.
 */
export function normalForm(value: unknown): unknown {
  if (typeof value === "string") return normalText(value);
  if (Array.isArray(value)) {
    const items = value.map(normalForm);
    return items.some(isRecord) ? items.toSorted(byText) : items;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isChanging = CHANGING.test(name) && (typeof member === "string" || typeof member === "number");
      return [normalText(name), isChanging ? `<${typeof member}>` : normalForm(member)];
    }),
  );
}

function byText(left: unknown, right: unknown): number {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  return one === other ? 0 : one < other ? -1 : 1;
}
