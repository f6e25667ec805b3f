ALTER TABLE "faucet_windows" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "faucet_windows_mailbox_index" ON "faucet_windows" USING btree ("mailbox");