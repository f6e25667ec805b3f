CREATE TABLE "operator_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"before" text,
	"after" text,
	"follows_break" boolean NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_log_end" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
CREATE INDEX "operator_log_position_index" ON "operator_log" USING btree ("position");--> statement-breakpoint
CREATE INDEX "operator_log_at_index" ON "operator_log" USING btree ("at");--> statement-breakpoint
-- What operators did is added to and never changed.
CREATE FUNCTION "refuse_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is only added to: % refused', TG_OP;
END $$;--> statement-breakpoint
CREATE TRIGGER "operator_log_is_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();--> statement-breakpoint
-- Every process hears of a key that changed, whoever changed it: also by hand, and also the owner's row alone.
CREATE FUNCTION "announce_key_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', OLD.id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_value_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', OLD.key_id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_owners_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', id::text) FROM public.api_keys WHERE user_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_all_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', '*');
  RETURN NULL;
END $$;--> statement-breakpoint
-- The use of a key, which is written every few seconds, changes nothing that a check goes by.
CREATE TRIGGER "api_keys_changed" AFTER UPDATE ON "api_keys" FOR EACH ROW WHEN (
  (OLD.name, OLD.environment, OLD.user_id, OLD.secret_hash, OLD.rate_limit, OLD.revoked_at, OLD.expires_at, OLD.scopes, OLD.allowed_networks)
  IS DISTINCT FROM
  (NEW.name, NEW.environment, NEW.user_id, NEW.secret_hash, NEW.rate_limit, NEW.revoked_at, NEW.expires_at, NEW.scopes, NEW.allowed_networks)
) EXECUTE FUNCTION "announce_key_change"();--> statement-breakpoint
CREATE TRIGGER "api_keys_deleted" AFTER DELETE ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "announce_key_change"();--> statement-breakpoint
CREATE TRIGGER "api_keys_emptied" AFTER TRUNCATE ON "api_keys" FOR EACH STATEMENT EXECUTE FUNCTION "announce_all_keys"();--> statement-breakpoint
CREATE TRIGGER "replaced_keys_changed" AFTER UPDATE ON "replaced_keys" FOR EACH ROW WHEN (
  (OLD.secret_hash, OLD.key_id, OLD.ends_at) IS DISTINCT FROM (NEW.secret_hash, NEW.key_id, NEW.ends_at)
) EXECUTE FUNCTION "announce_value_change"();--> statement-breakpoint
CREATE TRIGGER "replaced_keys_deleted" AFTER DELETE ON "replaced_keys" FOR EACH ROW EXECUTE FUNCTION "announce_value_change"();--> statement-breakpoint
CREATE TRIGGER "users_let_in_changed" AFTER UPDATE ON "users" FOR EACH ROW WHEN (
  (OLD.deletes_at IS NULL, OLD.suspended_at IS NULL) IS DISTINCT FROM (NEW.deletes_at IS NULL, NEW.suspended_at IS NULL)
) EXECUTE FUNCTION "announce_owners_keys"();
