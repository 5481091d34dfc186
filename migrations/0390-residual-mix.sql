-- Whose residual mix counts electricity that no energy contract or certificate covers. Nobody's until the company chooses: an import of
-- residual mixes puts none into force.
alter table company_settings add column residual_mix text not null default 'none'
  check (residual_mix in ('none', 'aib', 'energinet'));
