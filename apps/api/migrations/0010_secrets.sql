CREATE TABLE "secret_fingerprints" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"in_use_at" timestamp with time zone,
	CONSTRAINT "secret_fingerprints_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD COLUMN "pepper_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "pepper_id" text;--> statement-breakpoint
CREATE INDEX "cli_tokens_pepper_id_index" ON "cli_tokens" USING btree ("pepper_id");--> statement-breakpoint
CREATE INDEX "api_keys_pepper_id_index" ON "api_keys" USING btree ("pepper_id");