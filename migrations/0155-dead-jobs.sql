-- Jobs that were given up are counted for every scrape of the metrics, beside any number that are done.
create index jobs_dead on jobs (kind) where state = 'dead';
