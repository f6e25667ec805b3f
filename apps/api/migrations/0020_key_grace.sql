CREATE TABLE "replaced_key_usage" (
	"secret_hash" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"requests" bigint NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_key_usage_secret_hash_hour_pk" PRIMARY KEY("secret_hash","hour")
);
--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD COLUMN "pepper_id" text;--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "replaced_key_usage" ADD CONSTRAINT "replaced_key_usage_secret_hash_replaced_keys_secret_hash_fk" FOREIGN KEY ("secret_hash") REFERENCES "public"."replaced_keys"("secret_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "replaced_keys_in_grace_key" ON "replaced_keys" USING btree ("key_id") WHERE "replaced_keys"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX "replaced_keys_pepper_id_index" ON "replaced_keys" USING btree ("pepper_id") WHERE "replaced_keys"."pepper_id" is not null;