-- A line whose category is counted by quantities only waits for the quantity: there is a factor. Where one is counted by money, and
-- the line states neither that nor a quantity that counts, the amount is missing.
update waiting_lines w set code = case
    when c.spend_factor_key is not null and w.money is null then 'no_amount_or_quantity'
    else 'quantity_missing' end
from emission_categories c
where w.code = 'no_factor' and c.key = w.category_key
  and ((c.spend_factor_key is not null and w.money is null) or (c.spend_factor_key is null and c.default_factor_key is not null));
