// The router of every page knows this path, so it stands apart from the schemas.
export const notMePath = '/auth/this-was-not-me';
