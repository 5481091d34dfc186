-- The factor catalog: reference tables, the same for every tenant. A factor row is an immutable version.
create table emission_factors (
  id uuid primary key,
  key text not null,
  release text not null,
  name_en text not null,
  name_da text not null,
  scope smallint check (scope between 1 and 3),
  scope3_category smallint check (scope3_category between 1 and 15),
  unit text not null,
  kg_co2e_per_unit numeric not null,
  co2_kg numeric,
  ch4_kg_co2e numeric,
  n2o_kg_co2e numeric,
  biogenic_co2_kg numeric,
  region text not null,
  valid_year int not null,
  currency text,
  price_year int,
  boundary text,
  gwp_set text,
  source text not null,
  source_url text not null,
  licence text not null,
  note text,
  content_hash text not null,
  created_at timestamptz not null default now(),
  unique (key, region, valid_year, release)
);
create index emission_factors_list on emission_factors (created_at desc, id desc);
create index emission_factors_key on emission_factors (key);

create table emission_categories (
  key text primary key,
  name_da text not null,
  name_en text not null,
  level smallint not null check (level between 1 and 3),
  parent text references emission_categories (key),
  position int not null,
  default_scope smallint,
  default_scope3_category smallint,
  default_factor_key text,
  spend_factor_key text
);

-- Units of foreign currency per EUR; `day` is the reference date, or the last day of `year` for annual averages.
create table exchange_rates (
  currency text not null,
  day date not null,
  kind text not null check (kind in ('daily', 'annual_average', 'central_rate')),
  per_eur numeric not null check (per_eur > 0),
  source text not null,
  source_url text not null,
  licence text not null,
  primary key (currency, kind, day)
);

-- Price level of a year relative to any fixed base, per region; only ratios of two years of one series are used.
create table price_indices (
  region text not null,
  series text not null,
  year int not null,
  index_value numeric not null check (index_value > 0),
  source text not null,
  source_url text not null,
  licence text not null,
  primary key (region, series, year)
);

grant select on emission_factors, emission_categories, exchange_rates, price_indices to carbon_app, carbon_system;
