ALTER TABLE "session_proofs" ADD COLUMN "number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD COLUMN "first_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD COLUMN "first_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proof_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "refresh_proof_count" integer DEFAULT 0 NOT NULL;