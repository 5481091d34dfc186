-- The Danish price area in which a company uses electricity of which no bill says where; nothing changes until it says so.
alter table company_settings add column price_area text not null default 'none'
  check (price_area in ('none', 'DK1', 'DK2'));
