-- How many reports of a company wait or are in work is counted with every new one.
create index report_jobs_live on report_jobs (tenant_id, environment) where status in ('queued', 'running');
