CREATE TABLE "key_usage_hours" (
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"allowed" bigint NOT NULL,
	"limited" bigint NOT NULL,
	"refused" bigint NOT NULL,
	CONSTRAINT "key_usage_hours_user_id_environment_hour_pk" PRIMARY KEY("user_id","environment","hour")
);
--> statement-breakpoint
ALTER TABLE "key_usage_hours" ADD CONSTRAINT "key_usage_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_usage_hours_hour_index" ON "key_usage_hours" USING btree ("hour");--> statement-breakpoint
-- Whoever writes minutes, also a process of the former version, adds to the hours in the same statement. Moving old minutes to days removes nothing here.
CREATE FUNCTION "add_minutes_to_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_usage_hours AS known (user_id, environment, hour, allowed, limited, refused)
  SELECT user_id, environment, date_trunc('hour', minute, 'UTC'), sum(allowed), sum(limited), sum(refused)
  FROM written JOIN api_keys ON api_keys.id = key_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, environment, hour) DO UPDATE SET
    allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_changed_minutes_to_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_usage_hours AS known (user_id, environment, hour, allowed, limited, refused)
  SELECT user_id, environment, date_trunc('hour', minute, 'UTC'),
    sum(written.allowed - former.allowed), sum(written.limited - former.limited), sum(written.refused - former.refused)
  FROM written JOIN former USING (key_id, minute) JOIN api_keys ON api_keys.id = key_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, environment, hour) DO UPDATE SET
    allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A trigger waits for whoever writes to its table, and they wait for the end of the migration: so what is there is counted once, here or by the trigger.
CREATE TRIGGER "key_usage_minutes_inserted" AFTER INSERT ON "key_usage_minutes" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_minutes_to_hours"();--> statement-breakpoint
CREATE TRIGGER "key_usage_minutes_updated" AFTER UPDATE ON "key_usage_minutes" REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_changed_minutes_to_hours"();--> statement-breakpoint
INSERT INTO "key_usage_hours" ("user_id", "environment", "hour", "allowed", "limited", "refused")
SELECT user_id, environment, date_trunc('hour', minute, 'UTC'), sum(allowed), sum(limited), sum(refused)
FROM key_usage_minutes JOIN api_keys ON api_keys.id = key_id GROUP BY 1, 2, 3;
