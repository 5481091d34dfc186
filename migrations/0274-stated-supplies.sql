-- Lines of which a person stated the metered supply; few, so that the index costs nothing when others are written.
create index activity_splits_stated_supply on activity_splits (tenant_id, environment, ((stated ->> 'supply')::uuid))
  where stated ? 'supply';
