CREATE TABLE "webhook_previous_secrets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" integer,
	"error" text,
	"response" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_row_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"claim" uuid,
	"last_status_code" integer,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"position" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_positions" (
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "webhook_positions_user_id_environment_pk" PRIMARY KEY("user_id","environment")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[],
	"status" text NOT NULL,
	"status_reason" text,
	"failing_since" timestamp with time zone,
	"last_delivery_at" timestamp with time zone,
	"used_up_told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"secret_cipher" text NOT NULL,
	"encryption_key_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_previous_secrets" ADD CONSTRAINT "webhook_previous_secrets_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_previous_secrets" ADD CONSTRAINT "webhook_previous_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_row_id_webhook_events_id_fk" FOREIGN KEY ("event_row_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_positions" ADD CONSTRAINT "webhook_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- New since 0.1.0: the old version knows no such table.
CREATE UNIQUE INDEX "webhook_previous_secrets_webhook_id_key" ON "webhook_previous_secrets" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "webhook_previous_secrets_user_id_index" ON "webhook_previous_secrets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_previous_secrets_expires_at_index" ON "webhook_previous_secrets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_previous_secrets_encryption_key_id_index" ON "webhook_previous_secrets" USING btree ("encryption_key_id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery_id_index" ON "webhook_attempts" USING btree ("delivery_id","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_id_created_at_index" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status_index" ON "webhook_deliveries" USING btree ("webhook_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_type_index" ON "webhook_deliveries" USING btree ("webhook_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending_index" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE "webhook_deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_row_id_index" ON "webhook_deliveries" USING btree ("event_row_id");--> statement-breakpoint
-- New since 0.1.0: the old version knows no such table.
CREATE UNIQUE INDEX "webhook_events_event_id_key" ON "webhook_events" USING btree ("user_id","event_id");--> statement-breakpoint
-- New since 0.1.0: the old version knows no such table.
CREATE UNIQUE INDEX "webhook_events_position_key" ON "webhook_events" USING btree ("user_id","environment","position") WHERE "webhook_events"."position" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_created_at_index" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_user_id_environment_index" ON "webhooks" USING btree ("user_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_deleted_at_index" ON "webhooks" USING btree ("deleted_at") WHERE "webhooks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_encryption_key_id_index" ON "webhooks" USING btree ("encryption_key_id");