ALTER TABLE "users" ADD COLUMN "ended_password_hash" text;--> statement-breakpoint
CREATE INDEX "faucet_transactions_claim_id_index" ON "faucet_transactions" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "mailed_codes_user_id_index" ON "mailed_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cli_requests_user_id_index" ON "cli_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_states_link_user_id_index" ON "oauth_states" USING btree ("link_user_id");--> statement-breakpoint
CREATE INDEX "oauth_states_link_session_id_index" ON "oauth_states" USING btree ("link_session_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_sign_up_id_index" ON "one_time_tokens" USING btree ("sign_up_id");