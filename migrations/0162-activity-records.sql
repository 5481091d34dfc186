-- What a person recorded without a document of somebody else: the activity that it became, and a hash of its facts, so that
-- the same record sent twice is told. The statement itself is the document of the activity.
create table activity_records (
  tenant_id uuid not null,
  environment text not null,
  activity_id uuid not null,
  -- SHA-256 of the facts, without reason and evidence.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- ISO 3166-1 alpha-2, where another country than the company's was stated.
  country text check (country ~ '^[A-Z]{2}$'),
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, environment, activity_id)
);
create index activity_records_fingerprint on activity_records (tenant_id, environment, fingerprint, activity_id);
select protect_tenant_table('activity_records');
grant select, insert on activity_records to carbon_app;
