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
	"next_claim_at" timestamp with time zone NOT NULL,
	"mailbox" text
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
CREATE TABLE "operator_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"before" text,
	"after" text,
	"follows_break" boolean NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_log_end" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"browser_hash" text NOT NULL,
	"code_verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"link_user_id" uuid,
	"redirect_to" text,
	"from" text,
	"expires_at" timestamp with time zone NOT NULL,
	"link_session_id" uuid,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"needs_proof" boolean NOT NULL,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cli_requests" (
	"state" text PRIMARY KEY NOT NULL,
	"code_challenge" text NOT NULL,
	"pairing_code" text NOT NULL,
	"device_name" text NOT NULL,
	"address" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"network" text,
	"loopback" boolean DEFAULT true NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"scopes" text[],
	"expires_in_days" integer
);
--> statement-breakpoint
CREATE TABLE "cli_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"device_name" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"pepper_id" text,
	"kind" text DEFAULT 'device' NOT NULL,
	"scopes" text[],
	"expires_at" timestamp with time zone,
	"expiry_told_at" timestamp with time zone,
	"made_with" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"challenge" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"secret_cipher" text,
	"encryption_key_id" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[],
	"aaguid" text,
	"wrong_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_challenged_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[],
	"aaguid" text,
	"backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"pepper_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session_proofs" (
	"session_id" uuid NOT NULL,
	"method" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"factor_id" uuid,
	"passkey_id" uuid,
	"number" integer DEFAULT 0 NOT NULL,
	"first_number" integer DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone,
	"identity_id" uuid,
	CONSTRAINT "session_proofs_session_id_method_pk" PRIMARY KEY("session_id","method")
);
--> statement-breakpoint
CREATE TABLE "mailed_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mailed_codes_sessionId_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"code_challenge" text,
	"sign_up_id" uuid
);
--> statement-breakpoint
CREATE TABLE "security_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "security_notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"undo" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"environment" text,
	"address" text,
	"created_at" timestamp with time zone NOT NULL,
	"key_id" uuid
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"username" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"refresh_counter" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"kind" text DEFAULT 'browser' NOT NULL,
	"lowered_at" timestamp with time zone,
	"proof_count" integer DEFAULT 0 NOT NULL,
	"refresh_proof_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text,
	"auth_method" text NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp with time zone,
	"company_name" text,
	"company_size" text,
	"use_case" text,
	"website" text,
	"github_profile" text,
	"avatar_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"password_proven_at" timestamp with time zone,
	"deletes_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"suspended_reason" text,
	"first_steps_put_away_at" timestamp with time zone,
	"device_number" bigint DEFAULT 0 NOT NULL,
	"guesses_told_at" timestamp with time zone,
	"ended_password_hash" text
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment" text NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"rate_limit" integer DEFAULT 3 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_address" text,
	"last_used_user_agent" text,
	"pepper_id" text,
	"expires_at" timestamp with time zone,
	"scopes" text[],
	"allowed_networks" text[],
	"expiry_notice" integer,
	"unused_notice_at" timestamp with time zone,
	"leaked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"current_limit" integer NOT NULL,
	"requested_limit" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "replaced_keys" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"pepper_id" text,
	"last_used_at" timestamp with time zone,
	"leaked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "key_refusals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"method" text,
	"path" text
);
--> statement-breakpoint
CREATE TABLE "key_usage_addresses" (
	"key_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"requests" integer NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "key_usage_addresses_key_id_hour_address_pk" PRIMARY KEY("key_id","hour","address")
);
--> statement-breakpoint
CREATE TABLE "key_usage_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_usage_days" (
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"allowed" bigint NOT NULL,
	"limited" bigint NOT NULL,
	"refused" bigint NOT NULL,
	CONSTRAINT "key_usage_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "key_usage_hours" (
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"allowed" bigint NOT NULL,
	"limited" bigint NOT NULL,
	"refused" bigint NOT NULL,
	CONSTRAINT "key_usage_hours_user_id_environment_hour_pk" PRIMARY KEY("user_id","environment","hour")
);
--> statement-breakpoint
CREATE TABLE "key_usage_minutes" (
	"key_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"allowed" integer NOT NULL,
	"limited" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "key_usage_minutes_key_id_minute_pk" PRIMARY KEY("key_id","minute")
) PARTITION BY RANGE ("minute");
--> statement-breakpoint
CREATE TABLE "replaced_key_addresses" (
	"secret_hash" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"requests" integer NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_key_addresses_secret_hash_hour_address_pk" PRIMARY KEY("secret_hash","hour","address")
);
--> statement-breakpoint
CREATE TABLE "replaced_key_usage" (
	"secret_hash" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"requests" bigint NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_key_usage_secret_hash_hour_pk" PRIMARY KEY("secret_hash","hour")
);
--> statement-breakpoint
CREATE TABLE "secret_fingerprints" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"in_use_at" timestamp with time zone,
	CONSTRAINT "secret_fingerprints_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "faucet_claims" ADD CONSTRAINT "faucet_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faucet_transactions" ADD CONSTRAINT "faucet_transactions_claim_id_faucet_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."faucet_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faucet_windows" ADD CONSTRAINT "faucet_windows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_link_user_id_users_id_fk" FOREIGN KEY ("link_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cli_requests" ADD CONSTRAINT "cli_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cli_tokens" ADD CONSTRAINT "cli_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD CONSTRAINT "session_proofs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD CONSTRAINT "session_proofs_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD CONSTRAINT "session_proofs_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_proofs" ADD CONSTRAINT "session_proofs_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_codes" ADD CONSTRAINT "mailed_codes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_codes" ADD CONSTRAINT "mailed_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_notices" ADD CONSTRAINT "security_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit_requests" ADD CONSTRAINT "rate_limit_requests_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limit_requests" ADD CONSTRAINT "rate_limit_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_keys" ADD CONSTRAINT "replaced_keys_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_refusals" ADD CONSTRAINT "key_refusals_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_addresses" ADD CONSTRAINT "key_usage_addresses_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_days" ADD CONSTRAINT "key_usage_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_hours" ADD CONSTRAINT "key_usage_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage_minutes" ADD CONSTRAINT "key_usage_minutes_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_key_addresses" ADD CONSTRAINT "replaced_key_addresses_secret_hash_replaced_keys_secret_hash_fk" FOREIGN KEY ("secret_hash") REFERENCES "public"."replaced_keys"("secret_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_key_usage" ADD CONSTRAINT "replaced_key_usage_secret_hash_replaced_keys_secret_hash_fk" FOREIGN KEY ("secret_hash") REFERENCES "public"."replaced_keys"("secret_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faucet_claims_user_id_created_at_index" ON "faucet_claims" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "faucet_claims_open_due_at_index" ON "faucet_claims" USING btree ("due_at") WHERE "faucet_claims"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "faucet_transactions_live_nonce_key" ON "faucet_transactions" USING btree ("chain_id","wallet","nonce") WHERE "faucet_transactions"."state" = 'live';--> statement-breakpoint
CREATE INDEX "faucet_transactions_claim_id_index" ON "faucet_transactions" USING btree ("claim_id");--> statement-breakpoint
CREATE UNIQUE INDEX "faucet_transactions_live_claim_key" ON "faucet_transactions" USING btree ("claim_id") WHERE "faucet_transactions"."state" = 'live';--> statement-breakpoint
CREATE INDEX "faucet_windows_mailbox_index" ON "faucet_windows" USING btree ("mailbox");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_kind_owner_key" ON "ledger_accounts" USING btree ("kind","owner");--> statement-breakpoint
CREATE INDEX "ledger_entries_account_id_index" ON "ledger_entries" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_claim_id_key" ON "ledger_transfers" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "operator_log_position_index" ON "operator_log" USING btree ("position");--> statement-breakpoint
CREATE INDEX "operator_log_at_index" ON "operator_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "oauth_states_expires_at_index" ON "oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_states_link_user_id_index" ON "oauth_states" USING btree ("link_user_id");--> statement-breakpoint
CREATE INDEX "oauth_states_link_session_id_index" ON "oauth_states" USING btree ("link_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_records_user_id_path_key_key" ON "idempotency_records" USING btree ("user_id","path","key");--> statement-breakpoint
CREATE INDEX "idempotency_records_created_at_index" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_records_encryption_key_id_index" ON "idempotency_records" USING btree ("encryption_key_id");--> statement-breakpoint
CREATE INDEX "cli_requests_expires_at_index" ON "cli_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "cli_requests_user_id_index" ON "cli_requests" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cli_tokens_token_hash_key" ON "cli_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "cli_tokens_user_id_index" ON "cli_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cli_tokens_pepper_id_index" ON "cli_tokens" USING btree ("pepper_id");--> statement-breakpoint
CREATE INDEX "cli_tokens_expires_at_index" ON "cli_tokens" USING btree ("expires_at") WHERE "cli_tokens"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "factor_challenges_session_id_index" ON "factor_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "factor_challenges_factor_id_index" ON "factor_challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "factor_challenges_expires_at_index" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "factors_user_id_index" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factors_encryption_key_id_index" ON "factors" USING btree ("encryption_key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential_id_key" ON "factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_user_id_name_key" ON "factors" USING btree ("user_id",lower("name")) WHERE "factors"."status" = 'verified';--> statement-breakpoint
CREATE UNIQUE INDEX "factors_recovery_code_key" ON "factors" USING btree ("user_id") WHERE "factors"."type" = 'recovery_code';--> statement-breakpoint
CREATE INDEX "passkey_challenges_user_id_index" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_session_id_index" ON "passkey_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "recovery_codes_factor_id_index" ON "recovery_codes" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_pepper_id_index" ON "recovery_codes" USING btree ("pepper_id");--> statement-breakpoint
CREATE INDEX "session_proofs_factor_id_index" ON "session_proofs" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "session_proofs_passkey_id_index" ON "session_proofs" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "session_proofs_identity_id_index" ON "session_proofs" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "mailed_codes_user_id_index" ON "mailed_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user_id_index" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_at_index" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_sign_up_id_index" ON "one_time_tokens" USING btree ("sign_up_id");--> statement-breakpoint
CREATE INDEX "security_notices_user_id_number_index" ON "security_notices" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "security_notices_expires_at_index" ON "security_notices" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ups_user_id_browser_hash_key" ON "sign_ups" USING btree ("user_id","browser_hash");--> statement-breakpoint
CREATE INDEX "activities_user_id_environment_created_at_index" ON "activities" USING btree ("user_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "activities_created_at_index" ON "activities" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "activities_user_id_created_at_index" ON "activities" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activities_key_id_index" ON "activities" USING btree ("key_id","created_at","id") WHERE "activities"."key_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_provider_subject_key" ON "identities" USING btree ("provider","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_id_provider_key" ON "identities" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_refreshed_at_index" ON "sessions" USING btree ("refreshed_at");--> statement-breakpoint
CREATE INDEX "sessions_created_at_index" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_of_links_index" ON "sessions" USING btree ("created_at") WHERE kind <> 'browser';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_deletes_at_index" ON "users" USING btree ("deletes_at") WHERE "users"."deletes_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_active_name_key" ON "api_keys" USING btree ("user_id","environment",lower("name")) WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_keys_user_id_created_at_index" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_active_created_index" ON "api_keys" USING btree ("user_id","environment","created_at","id") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_keys_active_used_index" ON "api_keys" USING btree ("user_id","environment",coalesce("last_used_at", '-infinity'::timestamptz),"id") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "api_keys_expiry_index" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."expires_at" is not null and "api_keys"."revoked_at" is null and "api_keys"."expiry_notice" is distinct from 0;--> statement-breakpoint
CREATE INDEX "api_keys_revoked_at_index" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "api_keys_encryption_key_id_index" ON "api_keys" USING btree ("encryption_key_id");--> statement-breakpoint
CREATE INDEX "api_keys_pepper_id_index" ON "api_keys" USING btree ("pepper_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rate_limit_requests_open_key" ON "rate_limit_requests" USING btree ("key_id") WHERE "rate_limit_requests"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "rate_limit_requests_user_id_created_at_index" ON "rate_limit_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_requests_key_id_created_at_index" ON "rate_limit_requests" USING btree ("key_id","created_at");--> statement-breakpoint
CREATE INDEX "replaced_keys_key_id_index" ON "replaced_keys" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "replaced_keys_replaced_at_index" ON "replaced_keys" USING btree ("replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "replaced_keys_in_grace_key" ON "replaced_keys" USING btree ("key_id") WHERE "replaced_keys"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX "replaced_keys_pepper_id_index" ON "replaced_keys" USING btree ("pepper_id") WHERE "replaced_keys"."pepper_id" is not null;--> statement-breakpoint
CREATE INDEX "key_refusals_key_id_at_index" ON "key_refusals" USING btree ("key_id","at");--> statement-breakpoint
CREATE INDEX "key_refusals_at_index" ON "key_refusals" USING btree ("at");--> statement-breakpoint
CREATE INDEX "key_usage_addresses_hour_index" ON "key_usage_addresses" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "key_usage_batches_written_at_index" ON "key_usage_batches" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "key_usage_days_day_index" ON "key_usage_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "key_usage_hours_hour_index" ON "key_usage_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "key_usage_minutes_minute_index" ON "key_usage_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "key_usage_minutes_limited_index" ON "key_usage_minutes" USING btree ("key_id","minute") WHERE "key_usage_minutes"."limited" > 0;--> statement-breakpoint
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
CREATE TRIGGER "ledger_entries_are_final" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_entry_is_final"();--> statement-breakpoint
-- Each statement that writes minutes adds them to the hours. Moving old minutes to days removes nothing from the hours.
CREATE FUNCTION "add_minutes_to_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_usage_hours AS known (user_id, environment, hour, allowed, limited, refused)
  SELECT user_id, environment, date_trunc('hour', minute, 'UTC'), sum(allowed), sum(limited), sum(refused)
  FROM written JOIN api_keys ON api_keys.id = key_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, environment, hour) DO UPDATE SET
    allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_changed_minutes_to_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_usage_hours AS known (user_id, environment, hour, allowed, limited, refused)
  SELECT user_id, environment, date_trunc('hour', minute, 'UTC'),
    sum(written.allowed - former.allowed), sum(written.limited - former.limited), sum(written.refused - former.refused)
  FROM written JOIN former USING (key_id, minute) JOIN api_keys ON api_keys.id = key_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, environment, hour) DO UPDATE SET
    allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Entries are added to the operator log and never changed.
CREATE FUNCTION "refuse_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is only added to: % refused', TG_OP;
END $$;--> statement-breakpoint
CREATE TRIGGER "operator_log_is_only_added_to" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_log_change"();--> statement-breakpoint
-- Every process hears of a changed key, also when somebody changed it by hand, or only the row of its owner.
CREATE FUNCTION "announce_key_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', OLD.id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_value_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', OLD.key_id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_owners_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', id::text) FROM public.api_keys WHERE user_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announce_all_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('key_changed', '*');
  RETURN NULL;
END $$;--> statement-breakpoint
-- The last use of a key, which is written every few seconds, has no effect on a key check.
CREATE TRIGGER "api_keys_changed" AFTER UPDATE ON "api_keys" FOR EACH ROW WHEN (
  (OLD.name, OLD.environment, OLD.user_id, OLD.secret_hash, OLD.rate_limit, OLD.revoked_at, OLD.expires_at, OLD.scopes, OLD.allowed_networks)
  IS DISTINCT FROM
  (NEW.name, NEW.environment, NEW.user_id, NEW.secret_hash, NEW.rate_limit, NEW.revoked_at, NEW.expires_at, NEW.scopes, NEW.allowed_networks)
) EXECUTE FUNCTION "announce_key_change"();--> statement-breakpoint
CREATE TRIGGER "api_keys_deleted" AFTER DELETE ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "announce_key_change"();--> statement-breakpoint
CREATE TRIGGER "api_keys_emptied" AFTER TRUNCATE ON "api_keys" FOR EACH STATEMENT EXECUTE FUNCTION "announce_all_keys"();--> statement-breakpoint
CREATE TRIGGER "replaced_keys_changed" AFTER UPDATE ON "replaced_keys" FOR EACH ROW WHEN (
  (OLD.secret_hash, OLD.key_id, OLD.ends_at) IS DISTINCT FROM (NEW.secret_hash, NEW.key_id, NEW.ends_at)
) EXECUTE FUNCTION "announce_value_change"();--> statement-breakpoint
CREATE TRIGGER "replaced_keys_deleted" AFTER DELETE ON "replaced_keys" FOR EACH ROW EXECUTE FUNCTION "announce_value_change"();--> statement-breakpoint
CREATE TRIGGER "users_let_in_changed" AFTER UPDATE ON "users" FOR EACH ROW WHEN (
  (OLD.deletes_at IS NULL, OLD.suspended_at IS NULL) IS DISTINCT FROM (NEW.deletes_at IS NULL, NEW.suspended_at IS NULL)
) EXECUTE FUNCTION "announce_owners_keys"();--> statement-breakpoint
CREATE TRIGGER "key_usage_minutes_inserted" AFTER INSERT ON "key_usage_minutes" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_minutes_to_hours"();--> statement-breakpoint
CREATE TRIGGER "key_usage_minutes_updated" AFTER UPDATE ON "key_usage_minutes" REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "add_changed_minutes_to_hours"();--> statement-breakpoint
-- This partition takes the minutes of a day without a partition, so that no count is refused.
CREATE TABLE "key_usage_minutes_default" PARTITION OF "key_usage_minutes" DEFAULT;--> statement-breakpoint
CREATE FUNCTION "key_usage_partitions"() RETURNS TABLE ("name" text, "starts_at" timestamp with time zone, "ends_at" timestamp with time zone)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT relname::text, coalesce(substring(bounds FROM 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
    substring(bounds FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid, LATERAL pg_get_expr(relpartbound, pg_class.oid) AS bounds
  WHERE inhparent = 'public.key_usage_minutes'::regclass AND bounds <> 'DEFAULT'
  ORDER BY 3
$$;--> statement-breakpoint
-- These two functions let a role without rights to change the schema make and drop partitions of this one table. A portal
-- waits for them no longer than the lock_timeout; the job that calls them tries again.
CREATE FUNCTION "make_key_usage_partition"("day" date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  name text := 'key_usage_minutes_' || to_char(day, 'YYYY_MM_DD');
  starts timestamptz := day::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF day IS NULL OR day < today - 3660 OR day > today + 31 THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  IF EXISTS (SELECT FROM public.key_usage_partitions() known WHERE known.starts_at < ends AND known.ends_at > starts) THEN
    RETURN false;
  END IF;
  LOCK TABLE public.api_keys IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE ONLY public.key_usage_minutes IN SHARE UPDATE EXCLUSIVE MODE;
  LOCK TABLE public.key_usage_minutes_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.key_usage_minutes)', name);
  -- Triggers stand on the whole table, so the hours do not count again what only changes its place.
  EXECUTE format('WITH moved AS (
      DELETE FROM public.key_usage_minutes_default WHERE minute >= $1 AND minute < $2
      RETURNING key_id, minute, allowed, limited, refused)
    INSERT INTO public.%I (key_id, minute, allowed, limited, refused) SELECT * FROM moved', name) USING starts, ends;
  EXECUTE format('ALTER TABLE public.key_usage_minutes ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, starts, ends);
  RETURN true;
END $$;--> statement-breakpoint
-- This adds the oldest partition that ends by then to the days, drops it and returns its name. A day that is not over by the
-- clock of the database stays, whatever the clock of the portal says.
CREATE FUNCTION "drop_key_usage_partition"("before" date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  gone text;
BEGIN
  IF before IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ballast-key-usage-partitions'));
  SELECT known.name INTO gone FROM public.key_usage_partitions() known
  WHERE known.ends_at <= least(before, today)::timestamp AT TIME ZONE 'UTC' ORDER BY known.ends_at LIMIT 1;
  IF gone IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('LOCK TABLE public.%I IN SHARE ROW EXCLUSIVE MODE', gone);
  EXECUTE format('INSERT INTO public.key_usage_days AS known (key_id, day, allowed, limited, refused)
    SELECT key_id, (minute AT TIME ZONE ''UTC'')::date, sum(allowed), sum(limited), sum(refused)
    FROM public.%I GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (key_id, day) DO UPDATE SET
      allowed = known.allowed + excluded.allowed, limited = known.limited + excluded.limited, refused = known.refused + excluded.refused', gone);
  EXECUTE format('DROP TABLE public.%I', gone);
  RETURN gone;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "key_usage_partitions"(), "make_key_usage_partition"(date), "drop_key_usage_partition"(date) FROM PUBLIC;--> statement-breakpoint
SELECT "make_key_usage_partition"((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 7) AS ahead;
