-- Releases of the shipped factors: by which publishers' editions the factors of a subject count. A row is never changed; what a later
-- release leaves out stays in the catalogue, for the years that go on counting by it.
create table factor_releases (
  subject text not null check (length(subject) between 1 and 60),
  release text not null check (release ~ '^[0-9]{4}\.[0-9]{1,3}$'),
  shipped_on date not null,
  -- beginning of a publisher's name@its release
  editions text[] not null check (cardinality(editions) > 0),
  primary key (subject, release)
);
grant select on factor_releases to carbon_app, carbon_system;

-- By which release the factors of a subject count in a company's financial year. The first entry of a year writes it; a run that
-- applies another one replaces it. Of rows that cover the same day the newest decision counts.
create table factor_releases_in_force (
  tenant_id uuid not null,
  environment text not null,
  subject text not null,
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  release text not null,
  -- Editions that an operator imported and the company took in beside it.
  imports text[] not null default '{}',
  -- Null: begun by an entry.
  run_id uuid,
  since timestamptz not null default clock_timestamp(),
  primary key (tenant_id, environment, subject, period_from, period_to)
);
select protect_tenant_table('factor_releases_in_force');
grant select, insert, update (release, imports, run_id, since) on factor_releases_in_force to carbon_app;

-- What was counted before releases were kept was counted by the first one, up to the end of the last year with an entry.
insert into factor_releases_in_force (tenant_id, environment, subject, period_from, period_to, release)
select b.tenant_id, b.environment, s.subject, date '1900-01-01', make_date(b.last_year, 12, 31), '2026.1'
from (select tenant_id, environment, max(ym) / 12 as last_year from emission_rollups group by tenant_id, environment) as b
cross join unnest(array['electricity', 'heat', 'fuel', 'upstream of fuel', 'refrigerant', 'warming potential', 'vehicle', 'travel',
  'commuting', 'freight', 'material', 'water', 'waste', 'spend']) as s (subject);
