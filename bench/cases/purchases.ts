import { ubl } from "../../test/support/ubl.ts";
import { atMost, type CaseResult, information, shown } from "../result.ts";
import type { Stage } from "../stage.ts";
import { type BenchFile, createUploader, upload, type Uploader } from "../uploads.ts";

const POSTINGS = 100_000;
const INVOICES = 10_000;
const PAYMENTS = 20_000;
/** Parts of equal mix that are recorded one after the other. */
const PARTS = 10;
const POSTINGS_PER_FILE = 2_000;
const PAYMENTS_PER_FILE = 1_000;
/** Every tenth posting is this supplier's, and nothing settles it. */
const LARGE = "Storleverancen A/S";
const SUPPLIERS = 500;
const ROWS_PER_SECOND_MIN = 1_500;
const SECOND_HALF_MAX = 1.2;

/**
 * Postings, invoices and payments of one company, of which many tell of one purchase and one supplier has 10,000 open items: how many
 * rows a second reach the ledger, and what the second half costs beside the first. `share`: of all rows, less for a quick run.
 */
export async function purchases(stage: Stage, share: number): Promise<CaseResult> {
  const uploader = await createUploader(stage, "Bench purchases A/S");
  const rows = Math.round((POSTINGS + INVOICES + PAYMENTS) * share);
  const seconds: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    let elapsed_ms = 0;
    for (const files of filesOf(part, share)) elapsed_ms += (await upload(stage, [uploader], files)).elapsed_ms;
    seconds.push(elapsed_ms / 1000);
  }
  const sum = (parts: readonly number[]): number => parts.reduce((all, one) => all + one, 0);
  const [first, second] = [sum(seconds.slice(0, PARTS / 2)), sum(seconds.slice(PARTS / 2))];
  const per_second = rows / (first + second);
  const told = await outcomeOf(stage, uploader);
  return {
    title: "Postings, invoices and payments of the same purchases",
    rows: [
      {
        name: `${rows} rows, upload to ledger`,
        floor: null,
        ours: `${shown(per_second)} rows/s`,
        ratio: null,
        budget: `at least ${ROWS_PER_SECOND_MIN} rows/s`,
        is_met: per_second >= ROWS_PER_SECOND_MIN,
      },
      atMost("Second half, in times of the first", second / first, SECOND_HALF_MAX, "times"),
      information("Seconds of each tenth", seconds.map((one) => shown(one)).join(", ")),
      information(`Open items of ${LARGE}`, shown(told.open)),
      information("Purchases that count, are evidence, wait", `${told.counts}, ${told.evidence}, ${told.waits}`),
    ],
    notes: [
      `${POSTINGS} postings, ${INVOICES} invoices of one line and ${PAYMENTS} payments in the full run, in ${PARTS} parts of one mix; an invoice is one row.`,
    ],
  };
}

/** What is sent of a part, one kind after the other, as companies do. */
function filesOf(part: number, share: number): BenchFile[][] {
  const range = (all: number): number[] => {
    const count = Math.round((all * share) / PARTS);
    return Array.from({ length: count }, (_, index) => part * count + index);
  };
  return [
    cut(range(POSTINGS), POSTINGS_PER_FILE).map((numbers) => ledgerFile(numbers)),
    range(INVOICES).map((n) => ({ name: `${n}.xml`, bytes: invoice(n) })),
    cut(range(PAYMENTS), PAYMENTS_PER_FILE).map((numbers) => bankFile(numbers)),
  ];
}

function cut(numbers: readonly number[], size: number): number[][] {
  const parts: number[][] = [];
  for (let start = 0; start < numbers.length; start += size) parts.push(numbers.slice(start, start + size));
  return parts;
}

const supplierOf = (n: number) => ({ name: `Handel${n % SUPPLIERS} ApS`, cvr: String(20_000_000 + (n % SUPPLIERS)) });
/** Without VAT; no two of one supplier are alike. */
const netOf = (n: number): string => (100 + n * 0.4).toFixed(2);
const danish = (amount: number): string => amount.toFixed(2).replace(".", ",");
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1 + (n % 150))).toISOString().slice(0, 10);

/** Every tenth posting is of the large supplier, the one after it of an invoice. */
function ledgerFile(numbers: readonly number[]): BenchFile {
  const rows = numbers.map((n) => {
    const [kind, of] = [n % 10, Math.floor(n / 10)];
    const [name, number, net] =
      kind === 0
        ? [LARGE, "", Number(netOf(n))]
        : kind === 1
          ? [supplierOf(of).name, `F-${of}`, Number(netOf(of))]
          : [`Detail${n % 900} ApS`, "", Number(netOf(n)) + 0.13];
    return `${dayOf(kind === 1 ? of : n)};${n};2450;Kontorartikler;Kontorartikler ${n};${name};${number};${danish(net)};DKK`;
  });
  const head = "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta";
  return { name: `ledger-${numbers[0] ?? 0}.csv`, bytes: Buffer.from([head, ...rows].join("\r\n")) };
}

function invoice(n: number): Buffer {
  return ubl({
    number: `F-${n}`,
    date: dayOf(n),
    supplier: supplierOf(n),
    lines: [{ text: "Kontorartikler", amount: netOf(n) }],
  });
}

/** Half of the payments are of invoices, the others of postings alone. */
function bankFile(numbers: readonly number[]): BenchFile {
  const rows = numbers.map((n) => {
    const of = Math.floor(n / 2);
    const isOfBill = n % 2 === 0;
    const name = isOfBill ? `${supplierOf(of).name} F-${of}` : `Detail${(of * 10 + 5) % 900} ApS`;
    const gross = (isOfBill ? Number(netOf(of)) : Number(netOf(of * 10 + 5)) + 0.13) * 1.25;
    const day = new Date(Date.parse(dayOf(isOfBill ? of : of * 10 + 5)) + 20 * 86_400_000).toISOString().slice(0, 10);
    return `${day};${name} KONTORARTIKLER;-${danish(gross)};10000,00;Udført`;
  });
  return {
    name: `bank-${numbers[0] ?? 0}.csv`,
    bytes: Buffer.from(["Dato;Tekst;Beløb;Saldo;Status", ...rows].join("\r\n")),
  };
}

interface Told {
  readonly open: number;
  readonly counts: number;
  readonly evidence: number;
  readonly waits: number;
}

/** @throws Error when something is not read, or nothing is evidence: such a run measures something else. */
async function outcomeOf({ bench }: Stage, { tenant_id }: Uploader): Promise<Told> {
  const { rows } = await bench.admin.query<Told & { readonly unread: number }>(
    `select (select count(*)::int from purchases p where p.tenant_id = $1 and p.name_key like 'storleverancen%'
               and p.counted_by is null) as open,
            (select count(*)::int from purchases p where p.tenant_id = $1 and p.counted_by is null and p.state = 'settled'
               and not exists (select from purchase_settlements s where s.payment_id = p.id and s.state = 'linked')) as counts,
            (select count(*)::int from purchases p where p.tenant_id = $1 and (p.counted_by is not null
               or exists (select from purchase_settlements s where s.payment_id = p.id and s.state = 'linked'))) as evidence,
            (select count(*)::int from purchases p where p.tenant_id = $1 and p.counted_by is null and p.state = 'waiting') as waits,
            (select count(*)::int from upload_files where tenant_id = $1 and status <> 'processed') as unread`,
    [tenant_id],
  );
  const [told] = rows;
  if (told === undefined || told.evidence === 0) throw new Error(JSON.stringify(told));
  return told;
}
