CREATE TABLE "faucet_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"driver" text NOT NULL,
	"amount" integer NOT NULL,
	"address" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"transaction" text,
	"reason" text,
	"due_at" timestamp with time zone NOT NULL,
	"failed_steps" integer DEFAULT 0 NOT NULL,
	"client_address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "faucet_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"claim_id" uuid NOT NULL,
	"chain_id" bigint NOT NULL,
	"wallet" text NOT NULL,
	"nonce" integer NOT NULL,
	"gas" bigint NOT NULL,
	"signed" jsonb NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'live' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faucet_wallets" (
	"chain_id" bigint NOT NULL,
	"address" text NOT NULL,
	"allocations" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "faucet_wallets_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "faucet_windows" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"next_claim_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transfer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_transfer_id_account_id_pk" PRIMARY KEY("transfer_id","account_id"),
	CONSTRAINT "ledger_entries_amount_check" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"claim_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "faucet_claims" ADD CONSTRAINT "faucet_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faucet_transactions" ADD CONSTRAINT "faucet_transactions_claim_id_faucet_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."faucet_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faucet_windows" ADD CONSTRAINT "faucet_windows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faucet_claims_user_id_created_at_index" ON "faucet_claims" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "faucet_claims_open_due_at_index" ON "faucet_claims" USING btree ("due_at") WHERE "faucet_claims"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "faucet_transactions_live_nonce_key" ON "faucet_transactions" USING btree ("chain_id","wallet","nonce") WHERE "faucet_transactions"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "faucet_transactions_live_claim_key" ON "faucet_transactions" USING btree ("claim_id") WHERE "faucet_transactions"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_kind_owner_key" ON "ledger_accounts" USING btree ("kind","owner");--> statement-breakpoint
CREATE INDEX "ledger_entries_account_id_index" ON "ledger_entries" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_claim_id_key" ON "ledger_transfers" USING btree ("claim_id");--> statement-breakpoint
CREATE FUNCTION "ledger_transfer_sums_to_zero"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum("amount") FROM "ledger_entries" WHERE "transfer_id" = NEW."transfer_id") <> 0 THEN
    RAISE EXCEPTION 'ledger transfer % does not sum to zero', NEW."transfer_id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_sum_to_zero" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_transfer_sums_to_zero"();--> statement-breakpoint
CREATE FUNCTION "ledger_entry_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed' USING ERRCODE = 'check_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_are_final" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_entry_is_final"();
