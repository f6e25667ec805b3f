// An operator may suspend an account: nobody signs in to it, and its keys stop, until an operator restores it.

export const suspendedMessage = (supportEmail: string) =>
  `This account is suspended. Write to support at ${supportEmail} to find out why.`;
