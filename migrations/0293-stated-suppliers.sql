-- Lines whose supplier a person stated, which a search looks at beside what the documents say.
create index activity_splits_supplier on activity_splits (tenant_id, environment, activity_id) where stated ? 'supplier';
