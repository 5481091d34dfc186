import { isIP } from "node:net";
import { z } from "zod";
import type { ClamdAddress } from "../clamd-scanner.ts";
import { isPrivateRange } from "../outbound/address-guard.ts";

/** An http or https address; the slash at its end is dropped. */
export const address = z
  .string()
  .regex(/^https?:\/\/[^\s?#@]+$/, "must be an http or https address without query, fragment or credentials")
  .transform((text) => text.replace(/\/+$/, ""))
  .optional();

/** A TCP port; 0 lets the system choose. */
export const port = (fallback: number) => count(0, 65_535).default(fallback);

/** A whole number in decimal digits, both bounds inclusive. */
export function count(min: number, max: number) {
  const message = `must be a whole number between ${min} and ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const range = z.union([z.cidrv4(), z.cidrv6()]);

function isRange(text: string): boolean {
  return range.safeParse(text).success;
}

const parts = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Address ranges, separated by commas. */
export const ranges = z
  .string()
  .transform(parts)
  .refine((list) => list.every(isRange), "must be address ranges separated by commas, e.g. 10.0.0.0/8,fd00::/8")
  .default([]);

/** Ranges within the private blocks, separated by commas. */
export const privateRanges = ranges.refine(
  (list) => list.every((part) => !isRange(part) || isPrivateRange(part)),
  "must lie within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7",
);

/** Addresses of name servers with or without port, separated by commas. */
export const nameServers = z
  .string()
  .transform(parts)
  .refine(
    (list) => list.every(isNameServer),
    "must be addresses with or without port, e.g. 10.0.0.2,[2001:db8::2]:5353",
  )
  .default([]);

function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, six, four, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return (isIP(six ?? "") === 6 || isIP(four ?? "") === 4) && port >= 1 && port <= 65_535;
}

/** Where ClamAV's daemon listens. */
export const clamdAddress = z
  .string()
  .transform((text, issues) => {
    const address = readClamdAddress(text);
    if (address !== null) return address;
    issues.addIssue({ code: "custom", message: "must be host:port or unix:/path, e.g. 127.0.0.1:3310" });
    return z.NEVER;
  })
  .optional();

function readClamdAddress(text: string): ClamdAddress | null {
  const path = /^unix:(\/.{1,106})$/.exec(text)?.[1];
  if (path !== undefined) return { kind: "unix", path };
  const [, six, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]{1,253})):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535) || (six !== undefined && isIP(six) !== 6)) return null;
  return { kind: "tcp", host: six ?? name ?? "", port };
}

/** Address of a forward proxy. */
export const proxy = z
  .string()
  .refine(isProxy, "must be http://host:port, with user:password@ in front of the host if it wants them")
  .optional();

function isProxy(text: string): boolean {
  if (!/^http:\/\/[^\s\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  return pathname === "/" && search === "" && hash === "" && isPercentEncoded(username + password);
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Web origins, separated by commas. */
export const origins = z
  .string()
  .transform(parts)
  .refine(
    (list) => list.every((part) => URL.canParse(part) && new URL(part).origin === part),
    "must be origins separated by commas, e.g. https://assistant.example",
  )
  .default([]);

/** Addresses that may send more requests per minute before authentication. */
export interface RangeLimit {
  readonly range: string;
  readonly requests_per_minute: number;
}

const RANGE_LIMIT = /^([^=]+)=(\d{1,9})$/;

/** Limits per address range, separated by commas. */
export const rangeLimits = z
  .string()
  .transform(parts)
  .refine(
    (list) => list.every((part) => isRange(RANGE_LIMIT.exec(part)?.[1]?.trim() ?? "")),
    "must be range=requests pairs separated by commas, e.g. 160.79.104.0/21=6000",
  )
  .transform((list) => list.map(toRangeLimit))
  .default([]);

function toRangeLimit(text: string): RangeLimit {
  const match = RANGE_LIMIT.exec(text);
  return { range: match?.[1]?.trim() ?? "", requests_per_minute: Number(match?.[2]) };
}

const PAUSE_SECONDS_MAX = 604_800;
const PAUSES_MAX = 30;

/** Pauses in whole seconds, separated by commas, or "none"; `fallback` has the same form. */
export function pauses(fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((text) => (text === "none" ? [] : parts(text)))
    .refine(
      (list) => list.length <= PAUSES_MAX && list.every(isPause),
      `must be at most ${PAUSES_MAX} whole numbers of seconds up to ${PAUSE_SECONDS_MAX}, separated by commas, or none`,
    )
    .transform((list) => list.map(Number));
}

function isPause(text: string): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) <= PAUSE_SECONDS_MAX;
}

/** Words in lower case, separated by commas, or `*` for all; `none` alone: no word. */
export const words = z
  .string()
  .transform((text) => parts(text.toLowerCase()).filter((word) => word !== "none"))
  .refine(
    (list) => list.every((word) => /^(?:\*|[a-z0-9.-]{2,60})$/.test(word)),
    "must be *, none, or words separated by commas",
  );
