ALTER TABLE "one_time_tokens" DROP COLUMN "full_name";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "password_hash";