CREATE TABLE "last_times" (
	"what" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_ends" (
	"key_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"limit_after" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limit_ends" ADD CONSTRAINT "limit_ends_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limit_ends" ADD CONSTRAINT "limit_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_resets_due_at_index" ON "factor_resets" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "former_addresses_user_id_index" ON "former_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_addresses_expires_at_index" ON "former_addresses" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "limit_ends_user_id_index" ON "limit_ends" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "limit_ends_ends_at_index" ON "limit_ends" USING btree ("ends_at");