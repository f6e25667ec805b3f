CREATE TABLE "idempotency_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"needs_proof" boolean NOT NULL,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- New since 0.1.0. The version before does not know the table.
CREATE UNIQUE INDEX "idempotency_records_user_id_path_key_key" ON "idempotency_records" USING btree ("user_id","path","key");--> statement-breakpoint
CREATE INDEX "idempotency_records_created_at_index" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_records_encryption_key_id_index" ON "idempotency_records" USING btree ("encryption_key_id");