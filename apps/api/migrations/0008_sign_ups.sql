CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "sign_up_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ups_user_id_browser_hash_key" ON "sign_ups" USING btree ("user_id","browser_hash");--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- Sign-ups that wait for their verification become rows of their own: the first of an address is in its account, the others are in
-- their links. Their browsers are not known.
INSERT INTO "sign_ups" ("user_id", "full_name", "password_hash", "browser_hash", "created_at")
SELECT "id", coalesce("full_name", ''), "password_hash", 'unknown ' || gen_random_uuid(), "created_at"
FROM "users" WHERE "email_verified_at" IS NULL AND "password_hash" IS NOT NULL;--> statement-breakpoint
INSERT INTO "sign_ups" ("user_id", "full_name", "password_hash", "browser_hash", "created_at")
SELECT t."user_id", coalesce(t."full_name", ''), t."password_hash", 'unknown ' || gen_random_uuid(), t."created_at"
FROM "one_time_tokens" t JOIN "users" u ON u."id" = t."user_id"
WHERE u."email_verified_at" IS NULL AND t."used_at" IS NULL AND t."password_hash" IS NOT NULL
  AND t."password_hash" IS DISTINCT FROM u."password_hash";--> statement-breakpoint
UPDATE "one_time_tokens" t SET "sign_up_id" = s."id"
FROM "sign_ups" s WHERE s."user_id" = t."user_id" AND s."password_hash" = t."password_hash";--> statement-breakpoint
-- Whoever has verified an address before keeps the password, whatever way in they connect.
UPDATE "users" SET "password_proven_at" = "email_verified_at"
WHERE "email_verified_at" IS NOT NULL AND "password_hash" IS NOT NULL;
