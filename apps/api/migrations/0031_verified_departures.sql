-- An account whose address nobody verified has no owner who could have asked to delete it.
UPDATE "users" SET "deletes_at" = NULL WHERE "deletes_at" IS NOT NULL AND "email_verified_at" IS NULL;
