CREATE TABLE "key_request_clock" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"tick" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_request_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"last_id" uuid NOT NULL,
	CONSTRAINT "key_request_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "key_requests" (
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"method" text,
	"path" text,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL,
	"scope" text,
	"weight" integer NOT NULL,
	CONSTRAINT "key_requests_user_id_id_at_pk" PRIMARY KEY("user_id","id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "key_request_days" ADD CONSTRAINT "key_request_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_request_days_day_index" ON "key_request_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "key_requests_user_id_at_index" ON "key_requests" USING btree ("user_id","environment","outcome","at","id");--> statement-breakpoint
CREATE INDEX "key_requests_key_id_at_index" ON "key_requests" USING btree ("key_id","outcome","at","id");--> statement-breakpoint
CREATE INDEX "key_requests_request_id_index" ON "key_requests" USING btree ("user_id","request_id");--> statement-breakpoint
INSERT INTO "key_request_clock" ("one", "tick") VALUES (true, 0);--> statement-breakpoint
-- This partition takes the requests of a day without a partition, so that no row is refused.
CREATE TABLE "key_requests_default" PARTITION OF "key_requests" DEFAULT;--> statement-breakpoint
CREATE FUNCTION "key_request_partitions"() RETURNS TABLE ("name" text, "starts_at" timestamp with time zone, "ends_at" timestamp with time zone)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT relname::text, coalesce(substring(bounds FROM 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
    substring(bounds FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid, LATERAL pg_get_expr(relpartbound, pg_class.oid) AS bounds
  WHERE inhparent = 'public.key_requests'::regclass AND bounds <> 'DEFAULT'
  ORDER BY 3
$$;--> statement-breakpoint
-- As with the minutes of usage, these two let a role without rights to change the schema make and drop partitions of this one table.
CREATE FUNCTION "make_key_request_partition"("day" date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  name text := 'key_requests_' || to_char(day, 'YYYY_MM_DD');
  starts timestamptz := day::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF day IS NULL OR day < today - 3660 OR day > today + 31 THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  IF EXISTS (SELECT FROM public.key_request_partitions() known WHERE known.starts_at < ends AND known.ends_at > starts) THEN
    RETURN false;
  END IF;
  LOCK TABLE public.api_keys IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE ONLY public.key_requests IN SHARE UPDATE EXCLUSIVE MODE;
  LOCK TABLE public.key_requests_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.key_requests)', name);
  EXECUTE format('WITH moved AS (DELETE FROM public.key_requests_default WHERE at >= $1 AND at < $2 RETURNING *)
    INSERT INTO public.%I SELECT * FROM moved', name) USING starts, ends;
  EXECUTE format('ALTER TABLE public.key_requests ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, starts, ends);
  RETURN true;
END $$;--> statement-breakpoint
-- New since 0.1.0: the old version knows no such table.
-- This drops the oldest partition that ends by then, and returns its name. A day that is not over by the clock of the database
-- stays, whatever the clock of the portal says.
CREATE FUNCTION "drop_key_request_partition"("before" date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  gone text;
BEGIN
  IF before IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  SELECT known.name INTO gone FROM public.key_request_partitions() known
  WHERE known.ends_at <= least(before, today)::timestamp AT TIME ZONE 'UTC' ORDER BY known.ends_at LIMIT 1;
  IF gone IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('DROP TABLE public.%I', gone);
  RETURN gone;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "key_request_partitions"(), "make_key_request_partition"(date), "drop_key_request_partition"(date) FROM PUBLIC;--> statement-breakpoint
SELECT "make_key_request_partition"((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 7) AS ahead;
