-- IPCC report whose warming potentials a company counts refrigerants by.
alter table company_settings add column gwp_set text not null default 'AR5' check (gwp_set in ('AR5', 'AR6'));
