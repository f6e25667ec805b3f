ALTER TABLE "api_keys" ADD COLUMN "leaked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD COLUMN "leaked_at" timestamp with time zone;