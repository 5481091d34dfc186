-- What people stated of lines beyond their category counts for later lines in the same words, like the category.
-- The release before writes rows without both, which says that nothing was stated.
alter table category_line_memory
  add column attributes jsonb,
  add column emission_factor_key text check (char_length(emission_factor_key) <= 200);
