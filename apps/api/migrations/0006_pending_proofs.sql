-- A link that is under way names no session yet, so it could not end with it. It lives ten minutes, so it is begun again.
DELETE FROM "oauth_states" WHERE "link_user_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "link_session_id" uuid;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "spent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;