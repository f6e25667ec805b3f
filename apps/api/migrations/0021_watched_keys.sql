CREATE TABLE "key_refusals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"method" text,
	"path" text
);
--> statement-breakpoint
CREATE TABLE "key_usage_addresses" (
	"key_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"requests" integer NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "key_usage_addresses_key_id_hour_address_pk" PRIMARY KEY("key_id","hour","address")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "unused_notice_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "key_refusals" ADD CONSTRAINT "key_refusals_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_addresses" ADD CONSTRAINT "key_usage_addresses_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_refusals_key_id_at_index" ON "key_refusals" USING btree ("key_id","at");--> statement-breakpoint
CREATE INDEX "key_refusals_at_index" ON "key_refusals" USING btree ("at");--> statement-breakpoint
CREATE INDEX "key_usage_addresses_hour_index" ON "key_usage_addresses" USING btree ("hour");