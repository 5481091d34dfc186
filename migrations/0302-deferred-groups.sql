-- Advances of a group are deferred to their settlements as single ones are.
alter table review_group_decisions
  drop constraint review_group_decisions_decision_check,
  add constraint review_group_decisions_decision_check
    check (decision in ('accept', 'recategorize', 'exclude', 'mark_duplicate', 'defer'));
