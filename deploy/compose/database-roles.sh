#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is empty: the owner of the tables, and the two logins as which the
# service works, so that no session of its work can become the owner (docs/operations.md).
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres << 'SQL'
create role ledger login createrole password :'password';
create role carbon_app login password :'password';
create role carbon_system login password :'password';
grant carbon_app, carbon_system to ledger with admin option;
create database ledger owner ledger;
SQL
