-- Amounts on account whose bill names no metering point, installation, address or customer number: a later bill of the supplier may
-- settle them, so they are looked for whenever one counts. The words are wider than those that the service takes for an advance; there
-- are few such lines, and none of most suppliers.
create index activities_nameless_advances on activities (tenant_id, environment, supplier_identifier, supplier_name, id)
  where supply_id is null
    and description ~* 'conto|abschlag|vorauszahl|on account|advance|prepa|forskud|förskott|forudbetal|forhånds|acompte|tidligere|allerede|hidtil|already|previous|bereits|tidigare|redan';
