import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Pool, type QueryConfig } from "pg";
import { PAGE_LIMIT_DEFAULT } from "../src/core/page.ts";
import { type Connection, driverSettings } from "../src/platform/db/connection.ts";

/** One statement with its parameters, as the service itself would send it. */
export interface FloorQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** How the rows become the body: a page of entries, or the rows as they are. */
  readonly shape: "entries" | "rows";
}

export interface FloorPlan {
  readonly connection: Connection;
  /** By exact URL. */
  readonly queries: Readonly<Record<string, FloorQuery>>;
  /** Bodies that are sent as they are, by exact URL. */
  readonly fixed: Readonly<Record<string, { readonly media_type: string; readonly body: string }>>;
}

/** The service's own default, so that neither side gets more of the database. */
const CONNECTIONS = 10;

/** What the driver's default parsers make of the list's columns: numeric is text, timestamps are Dates. */
interface EntryRow {
  readonly id: string;
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly activity_split_id: string;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly transaction_date: Date;
  readonly emission_factor_id: string;
  readonly calculation_method: string;
  readonly data_quality_score: number;
  readonly biogenic_co2_kg: string;
  readonly supersedes_entry_id: string | null;
  readonly created_at: Date;
  readonly document_date: Date | null;
  readonly period_from: Date | null;
  readonly period_to: Date | null;
  readonly period_assumed: string;
  readonly allocation_pending: string;
}

/**
 * The floor: bare node:http and pg with default row parsing. It runs the service's own statements and sends the same
 * fields, but knows no credentials, limits, isolation, validation, ETags or cursors that cannot be forged.
 */
export function createFloor(plan: FloorPlan): { readonly server: Server; close(): Promise<void> } {
  const pool = new Pool({ ...driverSettings(plan.connection), max: CONNECTIONS });
  const fixed = new Map(
    Object.entries(plan.fixed).map(([url, { media_type, body }]) => [url, { media_type, bytes: Buffer.from(body) }]),
  );
  const queries = new Map(Object.entries(plan.queries));
  const server = createServer((request, response) => {
    const query = queries.get(request.url ?? "");
    const sent = fixed.get(request.url ?? "");
    if (query !== undefined) {
      void answer(pool, query).then(
        (body) => send(response, "application/json; charset=utf-8", Buffer.from(body)),
        (error: unknown) => fail(response, error),
      );
    } else if (sent === undefined) response.writeHead(404, { "content-length": "0" }).end();
    else afterBody(request, () => send(response, sent.media_type, sent.bytes));
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await pool.end();
  };
  return { server, close };
}

async function answer(pool: Pool, query: FloorQuery): Promise<string> {
  const config: QueryConfig = { name: query.name, text: query.text, values: [...query.values] };
  if (query.shape === "rows") return JSON.stringify((await pool.query(config)).rows);
  const { rows } = await pool.query<EntryRow>(config);
  const shown = rows.slice(0, PAGE_LIMIT_DEFAULT);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last !== undefined;
  const cursor = more ? Buffer.from(`${last.created_at.toISOString()},${last.id}`).toString("base64url") : null;
  return JSON.stringify({ items: shown.map(toItem), next_cursor: cursor });
}

/** The day of a date, of which the driver makes its local midnight; without one that of the entry. */
function dayOf(date: Date | null, entry: Date): string {
  const utc = date === null ? entry : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return utc.toISOString().slice(0, 10);
}

function toItem(row: EntryRow) {
  return {
    id: row.id,
    scope: String(row.scope),
    co2e_market_based_kg: Number(row.market_based_kg),
    co2e_location_based_kg: Number(row.location_based_kg),
    activity_split_id: row.activity_split_id,
    scope3_category: row.scope3_category,
    category_id: row.category_key,
    transaction_date: row.transaction_date,
    emission_factor_id: row.emission_factor_id,
    calculation_method: row.calculation_method,
    data_quality_score: row.data_quality_score,
    biogenic_co2_kg: Number(row.biogenic_co2_kg),
    supersedes_entry_id: row.supersedes_entry_id,
    created_at: row.created_at,
    document_date: dayOf(row.document_date, row.transaction_date),
    period_from: dayOf(row.period_from, row.transaction_date),
    period_to: dayOf(row.period_to, row.transaction_date),
    ...(row.transaction_date.getTime() > Date.now() ? { is_future: true } : {}),
    ...(row.period_assumed === "true" ? { period_assumed: true } : {}),
    ...(row.allocation_pending === "true" ? { allocation_pending: true } : {}),
  };
}

function send(response: ServerResponse, media_type: string, body: Buffer): void {
  response.writeHead(200, { "content-type": media_type, "content-length": body.length }).end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  response.writeHead(500, { "content-length": "0" }).end();
}

function afterBody(request: IncomingMessage, then: () => void): void {
  request.resume().on("end", then);
}
