CREATE TABLE "replaced_key_addresses" (
	"secret_hash" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"requests" integer NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_key_addresses_secret_hash_hour_address_pk" PRIMARY KEY("secret_hash","hour","address")
);
--> statement-breakpoint
ALTER TABLE "replaced_key_addresses" ADD CONSTRAINT "replaced_key_addresses_secret_hash_replaced_keys_secret_hash_fk" FOREIGN KEY ("secret_hash") REFERENCES "public"."replaced_keys"("secret_hash") ON DELETE cascade ON UPDATE no action;