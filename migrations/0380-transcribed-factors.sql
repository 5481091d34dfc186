-- How sure the figure of a factor is: one that was read in a copy of what its publisher printed, and typed, says so and where.
alter table emission_factors
  add column confidence text check (confidence = 'transcribed'),
  add column read_in text check (read_in is null or confidence is not null);
