// A link that confirms a new address carries this token. It shares its page with the link that verifies the first.
export const readEmailChangeToken = (query: URLSearchParams) =>
  query.get('type') === 'email_change' ? query.get('token') : null;
