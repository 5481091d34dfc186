-- Words of lines that a person gave a category: what the company's own decisions say about a line. term '' counts the
-- decisions of a category.
create table category_training (
  tenant_id uuid not null,
  environment text not null,
  term text not null,
  category_key text not null,
  count int not null check (count >= 0),
  primary key (tenant_id, environment, term, category_key)
);
create index category_training_weight
  on category_training (tenant_id, environment, count desc, term, category_key);
select protect_tenant_table('category_training');
grant select, insert, update on category_training to carbon_app;

-- Lines of a supplier, and the ways in which documents spell suppliers. Cut to what fits into an index entry.
create index activities_supplier on activities
  (tenant_id, environment, left(coalesce(supplier_identifier, ''), 100), left(coalesce(supplier_name, ''), 200), id);
