-- What is missing now also says what is at stake: known lists of finished jobs get the members, without a figure.
update report_jobs set missing_inputs = (
  select coalesce(jsonb_agg('{"kg_co2e_at_stake": null, "datapoints_at_stake": 1}'::jsonb || item order by place), '[]')
  from jsonb_array_elements(missing_inputs) with ordinality as listed (item, place))
where jsonb_path_exists(missing_inputs, '$[*] ? (!exists (@.datapoints_at_stake))');
