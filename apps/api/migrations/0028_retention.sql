CREATE INDEX "factor_challenges_expires_at_index" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activities_created_at_index" ON "activities" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "cli_requests_expires_at_index" ON "cli_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_states_expires_at_index" ON "oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expires_at_index" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_keys_revoked_at_index" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "key_usage_days_day_index" ON "key_usage_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "replaced_keys_replaced_at_index" ON "replaced_keys" USING btree ("replaced_at");