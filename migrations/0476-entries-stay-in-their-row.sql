-- An entry with its factor, inputs and conversions is about 2.6 kB: at the default of 2 kB each was compressed and still had one of them moved
-- to a table of its own, which took a seventh of the time of writing it, a look more to read it, and more room than it saved. Three rows
-- fit on a page so; rows that are there stay as they are.
alter table emission_entries set (toast_tuple_target = 2700);
