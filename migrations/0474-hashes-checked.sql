-- Reads the events once while others write.
alter table audit_events validate constraint audit_events_prev_hash_check;
alter table audit_events validate constraint audit_events_hash_check;
