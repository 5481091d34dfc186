import { useSyncExternalStore } from "react";
import type { Operations } from "./operations.gen.ts";

/** What can be decided about a line of the queue; each names the version of the line that was read. */
export type DecisionName =
  | "accept_review_item"
  | "recategorize_review_item"
  | "exclude_review_item"
  | "mark_duplicate_review_item"
  | "defer_review_item";

export type DecisionCall = { [Name in DecisionName]: { name: Name; input: Operations[Name]["input"] } }[DecisionName];

/** A decision that the service has not answered yet, as it stands in the browser until it does. */
export interface KeptDecision {
  /** Idempotency-Key: however often it is sent, it has its effect once. */
  readonly key: string;
  readonly call: DecisionCall;
  /** What the line is, for whoever reads what waits. */
  readonly description: string;
  /** ISO moment. */
  readonly decided_at: string;
  /** Why the service did not carry it out; absent: it has not been asked, or could not be reached. */
  readonly refusal?: { readonly code: string; readonly detail: string };
}

/** Decisions of one person in one company that one browser keeps. */
export const KEPT_MAX = 200;

/** Whose decisions: nobody else's session sends them. */
export interface Owner {
  readonly person: string;
  readonly company: string;
}

const PREFIX = "carbon-ledger.decisions.";
/** Where a tab keeps what is typed and not decided. */
const TYPED_PREFIX = "carbon-ledger.typed.";
const NONE: readonly KeptDecision[] = [];

const placeOf = ({ person, company }: Owner): string => `${PREFIX}${person}.${company}`;
const typedPlaceOf = ({ person, company }: Owner): string => `${TYPED_PREFIX}${person}.${company}`;

/** Texts as they were read last, so that equal ones are parsed once and stay one value. */
const read = new Map<string, { readonly text: string; readonly decisions: readonly KeptDecision[] }>();

export function keptDecisions(owner: Owner): readonly KeptDecision[] {
  const place = placeOf(owner);
  const text = localStorage.getItem(place);
  if (text === null) return NONE;
  const known = read.get(place);
  if (known?.text === text) return known.decisions;
  const decisions = decisionsIn(text);
  read.set(place, { text, decisions });
  return decisions;
}

/** What an extension or a half-written page left there is nobody's decision. */
function decisionsIn(text: string): readonly KeptDecision[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as readonly KeptDecision[]) : NONE;
  } catch {
    return NONE;
  }
}

/** The same for a component, which follows what other tabs keep and send. */
export function useKeptDecisions(owner: Owner): readonly KeptDecision[] {
  return useSyncExternalStore(subscribe, () => keptDecisions(owner));
}

/** Keeps a decision. False: as many wait as are kept, or the browser has no room; it is not kept. */
export function keepDecision(owner: Owner, decision: KeptDecision): boolean {
  const kept = keptDecisions(owner);
  if (kept.length >= KEPT_MAX) return false;
  try {
    write(owner, [...kept, decision]);
    return true;
  } catch {
    return false;
  }
}

export function dropDecision(owner: Owner, key: string): void {
  write(
    owner,
    keptDecisions(owner).filter((kept) => kept.key !== key),
  );
}

/** Keeps what was decided with why it was refused, until the person has read it. */
export function keepRefusal(owner: Owner, key: string, refusal: NonNullable<KeptDecision["refusal"]>): void {
  write(
    owner,
    keptDecisions(owner).map((kept) => (kept.key === key ? { ...kept, refusal } : kept)),
  );
}

/** What is typed and not decided, as it was kept in this tab; null: nothing is. */
export function keptTyped(owner: Owner): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(typedPlaceOf(owner)) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps what is typed while this tab is open, so that it outlives the screen; null: nothing is typed any more. */
export function keepTyped(owner: Owner, typed: unknown): void {
  try {
    if (typed === null) sessionStorage.removeItem(typedPlaceOf(owner));
    else sessionStorage.setItem(typedPlaceOf(owner), JSON.stringify(typed));
  } catch {
    // A browser without room keeps it as long as the screen is shown.
  }
}

/**
 * Forgets what other people have decided in this browser or typed in this tab, and what was decided and typed for companies that
 * this person has left.
 */
export function forgetOthers(person: string, companies: readonly string[]): void {
  const own = new Set(
    companies.flatMap((company) => [placeOf({ person, company }), typedPlaceOf({ person, company })]),
  );
  for (const place of placesOf()) if (!own.has(place)) localStorage.removeItem(place);
  for (const place of typedPlaces()) if (!own.has(place)) sessionStorage.removeItem(place);
}

/** Forgets everything that is kept: nobody is logged in any more. */
export function forgetAll(): void {
  for (const place of placesOf()) localStorage.removeItem(place);
  for (const place of typedPlaces()) sessionStorage.removeItem(place);
}

/** How many decisions wait for the service in all companies of whoever is logged in. */
export function countKept(): number {
  return placesOf().reduce((count, place) => count + decisionsIn(localStorage.getItem(place) ?? "").length, 0);
}

function placesOf(): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith(PREFIX));
}

function typedPlaces(): string[] {
  return Object.keys(sessionStorage).filter((place) => place.startsWith(TYPED_PREFIX));
}

function write(owner: Owner, decisions: readonly KeptDecision[]): void {
  if (decisions.length === 0) localStorage.removeItem(placeOf(owner));
  else localStorage.setItem(placeOf(owner), JSON.stringify(decisions));
  for (const changed of listeners) changed();
}

const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // Another tab has kept or sent one.
  addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    removeEventListener("storage", changed);
  };
}
