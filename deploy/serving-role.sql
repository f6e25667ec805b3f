-- The rights that a portal needs to serve, for a role that cannot change the schema. Run it as the owner of the database after
-- npm run operator -- migrate, the first time and whenever a version has added tables:
--
--   psql --set role=ballast_serving --file deploy/serving-role.sql "$OWNER_DATABASE_URL"
--
-- The role itself: create-serving-role.sql.
grant usage on schema public, pgboss, drizzle to :"role";
grant select, insert, update, delete on all tables in schema public, pgboss to :"role";
grant usage, select on all sequences in schema public, pgboss to :"role";
grant execute on all functions in schema public, pgboss to :"role";
grant select on all tables in schema drizzle to :"role";
