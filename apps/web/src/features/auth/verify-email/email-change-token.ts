// The token of a link that confirms a new address. The link shares its page with the one that verifies the first.
export const readEmailChangeToken = (query: URLSearchParams) =>
  query.get('type') === 'email_change' ? query.get('token') : null;
