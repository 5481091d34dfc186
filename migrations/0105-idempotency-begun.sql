-- A request may change the books in several transactions. Once the first of them is committed its work is never done again
-- under the same key, whether or not the process that does it lives to tell the outcome.
alter table idempotency_keys add column is_begun boolean not null default false;
