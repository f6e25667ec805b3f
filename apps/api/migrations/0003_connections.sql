CREATE TABLE "disconnected_identities" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disconnected_identities_user_id_provider_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "disconnected_identities" ADD CONSTRAINT "disconnected_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disconnected_identities_provider_subject_index" ON "disconnected_identities" USING btree ("provider","subject");--> statement-breakpoint
UPDATE "factors" SET "saved_at" = "created_at" WHERE "type" = 'recovery_code';
