// Whether a statement of a migration takes something from processes of the version before, which run on while it is applied.
const breaking = [
  /\bDROP (TABLE|COLUMN|DEFAULT|TYPE|VIEW)\b/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bSET DATA TYPE\b/i,
  /\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/is,
  /^\s*ALTER TABLE\b.*\bADD CONSTRAINT\b.*\b(CHECK|UNIQUE)\b/is,
  /\bCREATE UNIQUE INDEX\b/i,
];

// A table that the same migration makes is unknown to the old version; a person says so by this word, and why in the sentence.
const isSaidToBeSafe = (statement: string) => /^-- (Unused|New) since /m.test(statement);

export const breaksOldVersion = (statement: string) =>
  !isSaidToBeSafe(statement) &&
  breaking.some((pattern) => pattern.test(statement.replaceAll(/^--.*$/gm, '')));
