ALTER TABLE "session_proofs" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD CONSTRAINT "session_proofs_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_proofs_identity_id_index" ON "session_proofs" USING btree ("identity_id");