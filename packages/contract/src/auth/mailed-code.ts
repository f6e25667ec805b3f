// Somebody who is signed in and has neither a password nor a second factor proves who they are with a code from their mailbox.
export const mailedCodeLimits = { digits: 6, minutes: 15, tries: 5 } as const;

export const isMailedCode = (text: string) => /^\d{6}$/.test(text);
