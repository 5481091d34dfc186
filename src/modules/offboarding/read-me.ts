import { LATER_COLUMNS, LEDGER_ACTIONS } from "../audit/index.ts";

const ACTIONS = Object.entries(LEDGER_ACTIONS)
  .map(([table, action]) => `| \`${table}\` | \`${action}\` |`)
  .join("\n");

const LATER = LATER_COLUMNS.map(
  ({ table, column, version }) => `\`${column}\` of \`${table}\` came with version ${version}`,
).join(", ");

/** README.md of an export: what is in it, and how to prove it without this service. */
export const README = `# Export from Carbon Ledger

*Dansk: se nedenfor.*

Everything of one company at one moment, in open formats: JSON, JSON lines (NDJSON, one record per line, UTF-8), CSV (UTF-8,
comma, decimal point) and the documents as they were uploaded. \`manifest.json\` says when it was made, by which version, how many
records there are, and what was left out: passwords and other secrets. \`sha256sum -c SHA256SUMS\` proves that no file was changed.

| Path | Holds |
|---|---|
| \`company.json\`, \`people.ndjson\` | the company, and who worked with it |
| \`factors.ndjson\` | every emission factor that an entry was calculated with: \`used\` as the entry holds it, with source, year and licence; \`catalog\` the row of the catalog, null for footprints of suppliers |
| \`consultants.ndjson\` | consultants that had access or signed a report |
| \`live/csv/\` | entries, activities, purchases and suppliers for a spreadsheet |
| \`live/documents/\`, \`live/reports/\` | the original documents and the reports, by month; a part of each one's SHA-256 is in its name |
| \`live/documents.ndjson\` | each content with its SHA-256, original name and path; a path of null: the service had lost it |
| \`live/tables/\` | every table, a file each |
| \`sandbox/\` | the same of the sandbox |

Decimals are exact: read numbers as decimals, not as floating point. Moments are UTC. In CSV, an apostrophe before a text that
begins with \`=\`, \`+\`, \`-\` or \`@\` keeps spreadsheets from running it.

## Proving the audit log without the service

\`tables/audit_events.ndjson\` is one hash chain per environment, in the order of \`seq\`, which begins at 1 and has no gap.

1. \`hash\` of each event is the SHA-256 (lower-case hex) of the RFC 8785 canonical JSON of exactly
   \`{seq, ts, tenant_id, action, actor, subject, payload, prev_hash}\`.
2. \`prev_hash\` is the \`hash\` of the event before, and 64 zeros for the first.
3. \`tables/audit_heads.ndjson\` and \`ledgers.<environment>.audit_head\` of the manifest name the last event.
4. Each line of the tables below has one event: its \`subject\` is the line's \`id\`, and \`payload.content_sha256\` is the SHA-256
   of the RFC 8785 canonical JSON of \`{"row": <the line>, "table": "<its name>", "version": <payload.content_version, 1 where it is absent>}\`.
   A column that came with a later version than that is left out of the row: ${LATER}.
   All values of these lines are text or null, so that nothing depends on how a program reads numbers.

| Table | Action of its event |
|---|---|
${ACTIONS}

5. \`sha256\` of a line of \`documents\` is that of the original in \`documents/\`; the event \`report.generated\` has the \`sha256\` of a report.

## På dansk

Alt om én virksomhed på ét tidspunkt, i åbne formater: JSON, JSON-linjer (én post pr. linje, UTF-8), CSV (UTF-8, komma,
decimalpunktum) og bilagene, som de blev uploadet. \`manifest.json\` siger, hvornår og med hvilken version eksporten er lavet,
hvor mange poster der er, og hvad der er udeladt: adgangskoder og andre hemmeligheder. \`sha256sum -c SHA256SUMS\` beviser, at
ingen fil er ændret.

- \`company.json\`, \`people.ndjson\`: virksomheden, og hvem der arbejdede med den.
- \`factors.ndjson\`: alle anvendte emissionsfaktorer med kilde, år og licens.
- \`live/csv/\`: posteringer (\`entries\`), bilagslinjer (\`activities\`), køb og leverandører til regneark.
- \`live/documents/\` og \`live/reports/\`: bilag og rapporter efter måned. Gem bilagene: bogføringsloven kræver det i fem år fra
  udgangen af det regnskabsår, de vedrører.
- \`live/tables/\`: alle tabeller, én fil pr. tabel. \`sandbox/\`: det samme for testmiljøet.

Revisionssporet i \`tables/audit_events.ndjson\` er en kæde: hver hændelses \`hash\` er SHA-256 af den kanoniske JSON (RFC 8785) af
\`{seq, ts, tenant_id, action, actor, subject, payload, prev_hash}\`, og \`prev_hash\` er den foregående hændelses \`hash\` (64 nuller for
den første). Den engelske tekst ovenfor beskriver trin for trin, hvordan en revisor kan genberegne kæden uden tjenesten.
`;
