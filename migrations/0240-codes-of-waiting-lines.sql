-- What a line waits for is told by the code that its reading gave it: a deducted advance is no doubt about the category, and an
-- amount with VAT at an unknown rate is not missing. Lines that wait already were kept with the code of their suggestion.
update waiting_lines w set code = s.review_code
from activity_splits s
where s.tenant_id = w.tenant_id and s.environment = w.environment and s.id = w.activity_split_id
  and (s.review_code = 'advance_deducted' or (s.review_code = 'vat_unknown' and w.code = 'no_amount_or_quantity'))
  and w.code <> s.review_code;
