CREATE INDEX "sessions_refreshed_at_index" ON "sessions" USING btree ("refreshed_at");--> statement-breakpoint
CREATE INDEX "sessions_created_at_index" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_of_links_index" ON "sessions" USING btree ("created_at") WHERE kind <> 'browser';