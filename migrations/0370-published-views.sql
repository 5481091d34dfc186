-- What parts of the service may read of tables that are another's. A view selects columns and holds no logic; a column that is
-- not in it may change without anybody else's doing. Row-level security and rights are those of whoever asks (security_invoker).
create view company_identities with (security_invoker = true) as
  select id, name, country, plan, deactivated_at from tenants;
grant select on company_identities to carbon_app, carbon_system;

create view account_holders with (security_invoker = true) as
  select id, name, password_changed_at, disabled_at from users;
grant select on account_holders to carbon_system;

create view company_members with (security_invoker = true) as
  select tenant_id, user_id, role from tenant_members;
grant select on company_members to carbon_system;

create view consultant_names with (security_invoker = true) as
  select id, name from consultants;
grant select on consultant_names to carbon_system;

create view source_documents with (security_invoker = true) as
  select tenant_id, environment, id, sha256, name, media_type, size_bytes, format, document_type, supplier_name, invoice_number,
    issue_date, created_at
  from documents;
grant select on source_documents to carbon_app;

create view source_lines with (security_invoker = true) as
  select tenant_id, environment, id, document_id, document_sha256, data_source_id, external_id, line_number, page, invoice_number,
    supplier_name, supplier_identifier, supplier_country, transaction_date, ym, service_period_start, service_period_end,
    description, amount, currency, tax_treatment, quantity, unit, gl_account, supply_id, line_kind, ingested_by, created_at
  from activities;
grant select on source_lines to carbon_app;

create view line_readings with (security_invoker = true) as
  select tenant_id, environment, id, activity_id, status, category_key, mapped_by, confidence, reason, candidates, quantity, unit,
    conversion, allocated_amount, allocated_currency, department_id, supersedes_split_id, stated, ruled_period, review_code,
    created_by, created_at
  from activity_splits;
grant select on line_readings to carbon_app;

create view ledger_entries with (security_invoker = true) as
  select tenant_id, environment, id, activity_id, activity_split_id, supersedes_entry_id, scope, scope3_category, ym,
    market_based_kg, emission_factor_id, factor, inputs, created_at
  from emission_entries;
grant select on ledger_entries to carbon_app;

create view audit_trail with (security_invoker = true) as
  select tenant_id, environment, seq, ts, action, actor, subject, payload, prev_hash, hash from audit_events;
grant select on audit_trail to carbon_app;

create view counted_purchases with (security_invoker = true) as
  select tenant_id, environment, document_id, counted_by from purchases;
grant select on counted_purchases to carbon_app;

create view received_uploads with (security_invoker = true) as
  select tenant_id, environment, id, data_source_id from upload_batches;
grant select on received_uploads to carbon_app;

create view received_files with (security_invoker = true) as
  select tenant_id, environment, batch_id, status, document_id from upload_files;
grant select on received_files to carbon_app;

create view closed_books with (security_invoker = true) as
  select company_id, environment from closed_ledgers;
grant select on closed_books to carbon_system;
