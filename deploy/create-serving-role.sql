-- Makes the role that the portal serves as, if it is not there, and sets its password. serving-role.sql then gives it its rights.
--
--   psql --set role=ballast_serving --set password="$SERVING_PASSWORD" --file deploy/create-serving-role.sql "$OWNER_DATABASE_URL"
select set_config('ballast.role', :'role', false);
do $$
begin
  execute format('create role %I', current_setting('ballast.role'));
exception when duplicate_object then
  null;
end
$$;
alter role :"role" login nosuperuser nocreatedb nocreaterole password :'password';
