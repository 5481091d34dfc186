-- Whether a bill of the supply has asked for an advance: only such supplies are looked at when a bill settles them. Those of
-- before may have one: they are looked at too.
alter table supplies add column has_advances boolean not null default true;
alter table supplies alter column has_advances set default false;
