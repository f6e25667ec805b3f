ALTER TABLE "cli_requests" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "cli_requests" ADD COLUMN "expires_in_days" integer;--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "kind" text DEFAULT 'device' NOT NULL;--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "made_with" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "cli_tokens_expires_at_index" ON "cli_tokens" USING btree ("expires_at") WHERE "cli_tokens"."expires_at" is not null;