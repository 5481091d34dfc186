import { installedCompany } from "./installed-company.ts";
import { restClient } from "./rest-client.ts";
import { type Sample, sampleFile } from "./sample-manifest.ts";
import type { Installation, ServiceProcess } from "./service-process.ts";

/** What the service made of one file of an upload; of an archive or mail, of each file in it. */
export interface ReadFile {
  readonly name: string;
  readonly status: string;
  readonly code: string | null;
  readonly entry_count: number;
  readonly document: ReadDocument | null;
}

export interface ReadDocument {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly invoice_number: string | null;
  readonly issue_date: string | null;
  readonly currency: string | null;
  readonly document_type: string;
  readonly total_excl_vat: number | null;
  readonly total_incl_vat: number | null;
  readonly lines: readonly ReadLine[];
  /** What is counted or waits to be, of lines with a quantity. */
  readonly quantities: readonly { readonly category: string; readonly quantity: number; readonly unit: string }[];
}

export interface ReadLine {
  readonly kind: string;
  readonly description: string;
  readonly quantity: number | null;
  readonly amount: number | null;
}

const FILES = `
  select f.name, f.status, f.error ->> 'code' as code,
    coalesce((select c.entry_count from counted_documents c
      where c.tenant_id = f.tenant_id and c.environment = f.environment and c.document_id = f.document_id), 0)::int as entry_count, (
    select json_build_object(
      'supplier_name', d.supplier_name, 'supplier_identifier', d.supplier_identifier,
      'invoice_number', d.invoice_number, 'issue_date', d.issue_date, 'currency', d.currency,
      'document_type', d.document_type, 'total_excl_vat', d.total_excl_vat, 'total_incl_vat', d.total_incl_vat,
      'lines', (select coalesce(json_agg(json_build_object('kind', a.line_kind, 'description', a.description,
          'quantity', a.quantity, 'amount', a.amount) order by a.line_number), '[]')
        from activities a where a.tenant_id = d.tenant_id and a.document_id = d.id),
      'quantities', (select coalesce(json_agg(json_build_object('category', s.category_key,
          'quantity', s.quantity, 'unit', s.unit)), '[]')
        from activities a join activity_splits s on s.tenant_id = a.tenant_id and s.activity_id = a.id
        where a.tenant_id = d.tenant_id and a.document_id = d.id and s.status <> 'excluded' and s.quantity is not null
          and not exists (select from activity_splits l
                           where l.tenant_id = s.tenant_id and l.supersedes_split_id = s.id)))
    from documents d where d.tenant_id = f.tenant_id and d.id = f.document_id) as document
  from upload_files f where f.tenant_id = $1 order by f.position`;

/** Hands files to a company of their own by HTTP and tells what became of them when the last one is read. */
export async function readSamples(
  site: Installation,
  service: ServiceProcess,
  samples: readonly Sample[],
): Promise<ReadFile[]> {
  const { id, key } = await installedCompany(site, "Samples");
  const client = restClient(service.base, key);
  const sent = await client.upload(samples.map((sample) => sampleFile(sample)));
  if (sent.status !== 202) throw new Error(`the upload was answered ${sent.status}: ${sent.text}`);
  await client.read(sent.body.id);
  return await site.sql<ReadFile & Record<string, unknown>>(FILES, [id]);
}
