ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_networks" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expiry_notice" integer;--> statement-breakpoint
CREATE INDEX "api_keys_expiry_index" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."expires_at" is not null and "api_keys"."revoked_at" is null and "api_keys"."expiry_notice" is distinct from 0;