-- A posting that comes again with the export of another program is evidence of the first one, and is told apart from other evidence.
alter table purchases drop constraint purchases_matched_by_check;
alter table purchases add constraint purchases_matched_by_check check (matched_by in ('number', 'supplier', 'posting'));
