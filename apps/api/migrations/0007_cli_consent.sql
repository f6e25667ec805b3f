ALTER TABLE "cli_requests" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "cli_requests" ADD COLUMN "loopback" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "cli_requests" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;