CREATE TABLE "key_usage_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_usage_days" (
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"allowed" bigint NOT NULL,
	"limited" bigint NOT NULL,
	"refused" bigint NOT NULL,
	CONSTRAINT "key_usage_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "key_usage_minutes" (
	"key_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"allowed" integer NOT NULL,
	"limited" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_usage_minutes_key_id_minute_pk" PRIMARY KEY("key_id","minute")
);
--> statement-breakpoint
CREATE TABLE "replaced_keys" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_address" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_user_agent" text;--> statement-breakpoint
ALTER TABLE "key_usage_days" ADD CONSTRAINT "key_usage_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_minutes" ADD CONSTRAINT "key_usage_minutes_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD CONSTRAINT "replaced_keys_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_usage_batches_written_at_index" ON "key_usage_batches" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "key_usage_minutes_minute_index" ON "key_usage_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "replaced_keys_key_id_index" ON "replaced_keys" USING btree ("key_id");