// The link in the mail about an account that is to be deleted leads here. The router knows it without the call's schemas.
export const keepAccountPath = '/auth/keep-account';
