-- A target that a company takes back: it stays readable, with who and why, and counts for nothing. A target's own row is never
-- changed, so that reports keep their reference.
create table target_withdrawals (
  tenant_id uuid not null,
  environment text not null,
  target_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  withdrawn_by text not null,
  withdrawn_at timestamptz not null default now(),
  primary key (tenant_id, environment, target_id)
);
select protect_tenant_table('target_withdrawals');
grant select, insert on target_withdrawals to carbon_app;
