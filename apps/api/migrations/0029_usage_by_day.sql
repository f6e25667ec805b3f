-- Whoever writes counts locks the keys before the minutes. So does this, so that nobody waits in a circle; the processes that run go on afterwards.
LOCK TABLE "api_keys" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "key_usage_minutes" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- New since 0.1.0. A table with the same columns and rights takes the name before anybody can look: the version before goes on with it.
ALTER TABLE "key_usage_minutes" RENAME TO "key_usage_minutes_before";--> statement-breakpoint
-- New since 0.1.0. Nobody calls them by their names.
ALTER TABLE "key_usage_minutes_before" RENAME CONSTRAINT "key_usage_minutes_key_id_minute_pk" TO "key_usage_minutes_before_pk";--> statement-breakpoint
-- New since 0.1.0.
ALTER INDEX "key_usage_minutes_minute_index" RENAME TO "key_usage_minutes_before_minute_index";--> statement-breakpoint
-- New since 0.1.0.
ALTER INDEX "key_usage_minutes_limited_index" RENAME TO "key_usage_minutes_before_limited_index";--> statement-breakpoint
DROP TRIGGER "key_usage_minutes_inserted" ON "key_usage_minutes_before";--> statement-breakpoint
DROP TRIGGER "key_usage_minutes_updated" ON "key_usage_minutes_before";--> statement-breakpoint
CREATE TABLE "key_usage_minutes" (
	"key_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"allowed" integer NOT NULL,
	"limited" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_usage_minutes_key_id_minute_pk" PRIMARY KEY("key_id","minute")
) PARTITION BY RANGE ("minute");--> statement-breakpoint
ALTER TABLE "key_usage_minutes" ADD CONSTRAINT "key_usage_minutes_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_usage_minutes_minute_index" ON "key_usage_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "key_usage_minutes_limited_index" ON "key_usage_minutes" USING btree ("key_id","minute") WHERE "key_usage_minutes"."limited" > 0;--> statement-breakpoint
CREATE TRIGGER "key_usage_minutes_inserted" AFTER INSERT ON "key_usage_minutes" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_minutes_to_hours"();--> statement-breakpoint
CREATE TRIGGER "key_usage_minutes_updated" AFTER UPDATE ON "key_usage_minutes" REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_changed_minutes_to_hours"();--> statement-breakpoint
-- A minute of a day that nobody prepared is kept here, so that no count is ever refused.
CREATE TABLE "key_usage_minutes_default" PARTITION OF "key_usage_minutes" DEFAULT;--> statement-breakpoint
CREATE FUNCTION "key_usage_partitions"() RETURNS TABLE ("name" text, "starts_at" timestamp with time zone, "ends_at" timestamp with time zone)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT relname::text, coalesce(substring(bounds FROM 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
    substring(bounds FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid, LATERAL pg_get_expr(relpartbound, pg_class.oid) AS bounds
  WHERE inhparent = 'public.key_usage_minutes'::regclass AND bounds <> 'DEFAULT'
  ORDER BY 3
$$;--> statement-breakpoint
-- These two change tables, which a role that only serves cannot do by itself: they do nothing but this, to this table alone. A portal
-- that reads or writes is not made to wait longer than the lock_timeout: what cannot be done at once is tried again later.
CREATE FUNCTION "make_key_usage_partition"("day" date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  name text := 'key_usage_minutes_' || to_char(day, 'YYYY_MM_DD');
  starts timestamptz := day::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF day IS NULL OR day < today - 3660 OR day > today + 31 THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  IF EXISTS (SELECT FROM public.key_usage_partitions() known WHERE known.starts_at < ends AND known.ends_at > starts) THEN
    RETURN false;
  END IF;
  LOCK TABLE public.api_keys IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE ONLY public.key_usage_minutes IN SHARE UPDATE EXCLUSIVE MODE;
  LOCK TABLE public.key_usage_minutes_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.key_usage_minutes)', name);
  -- Triggers stand on the whole table, so the hours do not count again what only changes its place.
  EXECUTE format('WITH moved AS (
      DELETE FROM public.key_usage_minutes_default WHERE minute >= $1 AND minute < $2
      RETURNING key_id, minute, allowed, limited, refused)
    INSERT INTO public.%I (key_id, minute, allowed, limited, refused) SELECT * FROM moved', name) USING starts, ends;
  EXECUTE format('ALTER TABLE public.key_usage_minutes ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, starts, ends);
  RETURN true;
END $$;--> statement-breakpoint
-- New since 0.1.0. It adds the oldest partition that ends by then to the days and drops it, and gives its name. A day that is not over by the database's
-- own clock stays, whatever the portal's says.
CREATE FUNCTION "drop_key_usage_partition"("before" date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  gone text;
BEGIN
  IF before IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  SELECT known.name INTO gone FROM public.key_usage_partitions() known
  WHERE known.ends_at <= least(before, today)::timestamp AT TIME ZONE 'UTC' ORDER BY known.ends_at LIMIT 1;
  IF gone IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('LOCK TABLE public.%I IN SHARE ROW EXCLUSIVE MODE', gone);
  EXECUTE format('INSERT INTO public.key_usage_days AS known (key_id, day, allowed, limited, refused)
    SELECT key_id, (minute AT TIME ZONE ''UTC'')::date, sum(allowed), sum(limited), sum(refused)
    FROM public.%I GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (key_id, day) DO UPDATE SET
      allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused', gone);
  EXECUTE format('DROP TABLE public.%I', gone);
  RETURN gone;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "key_usage_partitions"(), "make_key_usage_partition"(date), "drop_key_usage_partition"(date) FROM PUBLIC;--> statement-breakpoint
-- Whoever had rights to the table has them to the one that took its name.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT DISTINCT CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS grantee, acl.privilege_type
    FROM pg_class, aclexplode(relacl) AS acl
    WHERE pg_class.oid = 'public.key_usage_minutes_before'::regclass AND acl.grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON public.key_usage_minutes, public.key_usage_minutes_default TO %s', granted.privilege_type, granted.grantee);
    IF granted.privilege_type = 'INSERT' THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION public.key_usage_partitions(), public.make_key_usage_partition(date),
        public.drop_key_usage_partition(date) TO %s', granted.grantee);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- New since 0.1.0. What is there becomes the oldest partition, until today; it is read once, to see that nothing in it is later. A minute that a wrong clock
-- wrote after today is kept apart. Where nothing was counted yet, nothing has to be kept.
DO $$
DECLARE
  tomorrow timestamptz := ((now() AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF NOT EXISTS (SELECT FROM public.key_usage_minutes_before) THEN
    DROP TABLE public.key_usage_minutes_before;
    RETURN;
  END IF;
  WITH later AS (DELETE FROM public.key_usage_minutes_before WHERE minute >= tomorrow RETURNING key_id, minute, allowed, limited, refused)
  INSERT INTO public.key_usage_minutes_default (key_id, minute, allowed, limited, refused) SELECT * FROM later;
  EXECUTE format('ALTER TABLE public.key_usage_minutes ATTACH PARTITION public.key_usage_minutes_before FOR VALUES FROM (MINVALUE) TO (%L)', tomorrow);
END $$;--> statement-breakpoint
SELECT "make_key_usage_partition"((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 7) AS ahead;
