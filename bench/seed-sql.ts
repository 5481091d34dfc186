import {
  FIGURES,
  DIMENSIONS,
  SUBTOTAL_KEY,
  subtotalsOf,
  SUM_COLUMNS,
  SUMS,
} from "../src/modules/emissions/store-rollups.ts";

/** Months of seeded history; the last one is the current month. */
export const SEED_MONTHS = 24;
/** Lines of one seeded document: they share one created_at, as in the service. */
const LINES_PER_DOCUMENT = 4;
export const DEPARTMENTS_PER_TENANT = 8;

/**
 * What entries are drawn from: every category of the shipped catalog that has a factor, with the newest version of that
 * factor. `n` counts from 0; draws prefer low numbers.
 */
export const CREATE_LINES = `
  create temp table seed_lines as
  select (row_number() over (order by md5(c.key)) - 1)::int as n, c.key as category_key,
    coalesce(f.scope, c.default_scope) as scope,
    case when coalesce(f.scope, c.default_scope) = 3
      then coalesce(f.scope3_category, c.default_scope3_category, 1) end as scope3_category,
    case when f.currency is not null then 'spend_based' when coalesce(f.scope, c.default_scope) = 1 then 'fuel_based'
      when c.key like 'transport%' then 'distance_based' else 'average_data' end as calculation_method,
    case when f.currency is not null then 4 when coalesce(f.scope, c.default_scope) = 1 then 2 else 3 end as score,
    f.kg_co2e_per_unit as value, f.co2_kg, f.ch4_kg_co2e, f.n2o_kg_co2e, coalesce(f.biogenic_co2_kg, 0) as biogenic,
    f.unit, f.id as factor_id, f.gwp_set, f.kg_co2e_per_unit::text as value_text,
    ' ' || f.unit || ' x ' || f.kg_co2e_per_unit || ' kg CO2e/' || f.unit || ' = ' as formula_middle,
    case when f.currency is not null then 9000 when f.unit = 'kWh' then 2500 when f.unit = 't' then 2 else 80 end as scale,
    jsonb_build_object('id', f.id, 'key', f.key, 'name_en', f.name_en, 'value', f.kg_co2e_per_unit::text, 'unit', f.unit,
      'region', f.region, 'year', f.valid_year, 'source', f.source, 'source_url', f.source_url, 'licence', f.licence,
      'gwp_set', f.gwp_set, 'boundary', f.boundary, 'content_hash', f.content_hash) as factor
  from emission_categories c
  cross join lateral (
    select * from emission_factors f where f.key = coalesce(c.default_factor_key, c.spend_factor_key)
    order by f.valid_year desc, f.region, f.release desc limit 1
  ) f
  where coalesce(f.scope, c.default_scope) between 1 and 3`;

export const CREATE_DEPARTMENTS = `
  insert into departments (tenant_id, environment, id, name)
  select $1, 'live', uuidv7(), 'Afdeling ' || n from generate_series(1, ${DEPARTMENTS_PER_TENANT}) n`;

/**
 * $1 tenant, $2 number of entries. Documents arrive evenly over the months up to six weeks ago and are read some weeks
 * after the purchase; 40 % of the lines have no department, the others one of the three that buy this category.
 */
export const INSERT_ENTRIES = `
  with drawn as (
    select i, random() as a, random() as b, random() as c, random() as d from generate_series(0, $2::int - 1) i
  ), placed as (
    select *, now() - interval '42 days'
        - interval '1 month' * (${SEED_MONTHS} * (1 - (i / ${LINES_PER_DOCUMENT} * ${LINES_PER_DOCUMENT})::float8 / $2))
        as booked_at,
      floor(power(a, 2.5) * (select count(*) from seed_lines))::int as line
    from drawn offset 0
  ), calculated as (
    select p.*, p.booked_at + interval '21 days' as read_at, l as l, q.quantity, q.quantity * l.value as kg
    from placed p
    join seed_lines l on l.n = p.line
    cross join lateral (select round((l.scale * (0.02 + p.b * p.b))::numeric, 2) as quantity) q
    offset 0
  ), department as (
    select array_agg(id order by id) as ids from departments where tenant_id = $1 and environment = 'live'
  )
  insert into emission_entries (tenant_id, environment, id, activity_id, activity_split_id, scope, scope3_category,
    category_key, department_id, transaction_date, market_based_kg, location_based_kg, co2_kg, ch4_kg_co2e, n2o_kg_co2e,
    biogenic_co2_kg, calculation_method, data_quality_score, market_based_fallback, emission_factor_id, factor, formula,
    inputs, gwp_set, engine_version, calculated_at, created_at)
  select $1, 'live', uuidv7(e.read_at - now()), uuidv7(e.read_at - now()), uuidv7(e.read_at - now()), (e.l).scope,
    (e.l).scope3_category, (e.l).category_key,
    case when e.c >= 0.4 then department.ids[((e.l).n + floor(e.d * 3)::int) % ${DEPARTMENTS_PER_TENANT} + 1] end,
    date_trunc('day', e.booked_at - interval '10 days' * e.d, 'UTC'),
    e.kg, e.kg, e.quantity * (e.l).co2_kg, e.quantity * (e.l).ch4_kg_co2e, e.quantity * (e.l).n2o_kg_co2e,
    e.quantity * (e.l).biogenic, (e.l).calculation_method, (e.l).score, (e.l).scope = 2, (e.l).factor_id, (e.l).factor,
    e.quantity || (e.l).formula_middle || e.kg || ' kg CO2e',
    jsonb_build_object('quantity', e.quantity::text, 'unit', (e.l).unit, 'factor_value', (e.l).value_text),
    (e.l).gwp_set, '1.0.0', e.read_at, e.read_at
  from calculated e cross join department`;

/** $1 tenant. About one percent of the entries were corrected three weeks later. */
export const INSERT_CORRECTIONS = `
  insert into emission_entries (tenant_id, environment, id, activity_id, activity_split_id, supersedes_entry_id, scope,
    scope3_category, category_key, department_id, transaction_date, market_based_kg, location_based_kg, co2_kg,
    ch4_kg_co2e, n2o_kg_co2e, biogenic_co2_kg, calculation_method, data_quality_score, market_based_fallback,
    emission_factor_id, factor, formula, inputs, gwp_set, engine_version, calculated_at, created_at)
  select tenant_id, environment, uuidv7(created_at + interval '21 days' - now()), activity_id,
    uuidv7(created_at + interval '21 days' - now()), id, scope, scope3_category, category_key, department_id,
    transaction_date, market_based_kg * 1.5, location_based_kg * 1.5, co2_kg * 1.5, ch4_kg_co2e * 1.5, n2o_kg_co2e * 1.5,
    biogenic_co2_kg * 1.5, calculation_method, data_quality_score, market_based_fallback, emission_factor_id, factor,
    formula, inputs, gwp_set, engine_version, created_at + interval '21 days', created_at + interval '21 days'
  from emission_entries tablesample system (1) repeatable (7)
  where tenant_id = $1 and supersedes_entry_id is null`;

/**
 * $1 tenant, $2 how many copies. Every current entry again, with ids of its own: ten times the company, the same history.
 */
export const INSERT_COPIES = `
  insert into emission_entries (tenant_id, environment, id, activity_id, activity_split_id, scope, scope3_category,
    category_key, department_id, transaction_date, market_based_kg, location_based_kg, co2_kg, ch4_kg_co2e, n2o_kg_co2e,
    biogenic_co2_kg, calculation_method, data_quality_score, market_based_fallback, emission_factor_id, factor, formula,
    inputs, gwp_set, engine_version, calculated_at, created_at)
  select e.tenant_id, e.environment, uuidv7(e.created_at - now()), e.activity_id, uuidv7(e.created_at - now()), e.scope,
    e.scope3_category, e.category_key, e.department_id, e.transaction_date, e.market_based_kg, e.location_based_kg,
    e.co2_kg, e.ch4_kg_co2e, e.n2o_kg_co2e, e.biogenic_co2_kg, e.calculation_method, e.data_quality_score,
    e.market_based_fallback, e.emission_factor_id, e.factor, e.formula, e.inputs, e.gwp_set, e.engine_version,
    e.calculated_at, e.created_at
  from emission_entries e cross join generate_series(1, $2::int)
  where e.tenant_id = $1 and e.supersedes_entry_id is null`;

/** The monthly sums of all tenants, as writing each entry through the service would have left them. */
export const INSERT_ROLLUPS = `
  insert into emission_rollups (tenant_id, environment, ym, scope, scope3_category, category_key, department_id,
    ${SUM_COLUMNS.join(", ")})
  select tenant_id, environment, ym, scope, scope3_category, category_key, department_id, ${SUMS}
  from (
    select e.tenant_id, e.environment, e.ym, ${DIMENSIONS}, ${FIGURES} from emission_entries e
    where not exists (select from emission_entries s
      where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
  ) as entries
  group by tenant_id, environment, ym, scope, scope3_category, category_key, department_id`;

/**
 * $1 tenant. The sums beside the monthly ones, made in two steps: of each day, category and department, and of those.
 * A month after the other and each in the order of the key, as the service writes them; left to the plan, a larger ledger's lay in another order.
 */
export const INSERT_SUBTOTALS = `
  with finest as materialized (
    select month, day, scope, scope3_category, category_key, department_id, ${SUMS}
    from (
      select ${DIMENSIONS}, ${FIGURES} from emission_entries e
      where e.tenant_id = $1 and not exists (select from emission_entries s
        where s.tenant_id = e.tenant_id and s.environment = e.environment and s.supersedes_entry_id = e.id)
    ) as entries
    group by month, day, scope, scope3_category, category_key, department_id
  )
  insert into emission_subtotals (tenant_id, environment, ${SUBTOTAL_KEY}, ${SUM_COLUMNS.join(", ")})
  ${subtotalsOf("finest", SUMS, "$1::uuid, 'live',")}
  order by date_trunc('month', level.starts_on::timestamp), 3, 4, 5, 6, 7, 8`;

/** Statements that drop and remake the indexes of the ledger's entries, the primary key's included. */
export const INDEXES = `
  select coalesce('alter table emission_entries drop constraint ' || c.conname, 'drop index ' || i.indexrelid::regclass)
      as remove,
    coalesce('alter table emission_entries add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid),
      pg_get_indexdef(i.indexrelid)) as make
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
  where i.indrelid = 'emission_entries'::regclass
  order by i.indexrelid`;
