-- Which answer replaced another one, found by the one that was replaced.
create index report_inputs_superseded on report_inputs (tenant_id, environment, supersedes_id)
  where supersedes_id is not null;
