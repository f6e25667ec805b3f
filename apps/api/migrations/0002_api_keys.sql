CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment" text NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"rate_limit" integer DEFAULT 3 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"current_limit" integer NOT NULL,
	"requested_limit" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "activities_user_id_created_at_index";--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit_requests" ADD CONSTRAINT "rate_limit_requests_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit_requests" ADD CONSTRAINT "rate_limit_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_active_name_key" ON "api_keys" USING btree ("user_id","environment",lower("name")) WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_keys_user_id_created_at_index" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_encryption_key_id_index" ON "api_keys" USING btree ("encryption_key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rate_limit_requests_open_key" ON "rate_limit_requests" USING btree ("key_id") WHERE "rate_limit_requests"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "rate_limit_requests_user_id_created_at_index" ON "rate_limit_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "activities_user_id_environment_created_at_index" ON "activities" USING btree ("user_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "activities_user_id_created_at_index" ON "activities" USING btree ("user_id","created_at","id");