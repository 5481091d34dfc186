-- Sealed answers are wanted for half a minute only; this finds the ones to forget.
create index oauth_tokens_replay on oauth_tokens (used_at) where replay_sealed is not null;
