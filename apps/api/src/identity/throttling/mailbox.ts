// Which addresses are one mailbox: the text after a plus is a tag that its owner chose, and Google ignores dots.
const ignoringDots = ['gmail.com', 'googlemail.com'];

export const mailboxOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  // A name that is nothing but a tag is a name.
  const untagged = name.split('+', 1)[0] || name;
  if (!ignoringDots.includes(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
};
