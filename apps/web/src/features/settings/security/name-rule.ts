// Passkeys and second factors have names of at most this length.
const nameLength = 64;

export const nameRule = {
  maxLength: { value: nameLength, message: `Name must be at most ${nameLength} characters` },
};

export const requiredNameRule = {
  ...nameRule,
  validate: (name: string) => name.trim() !== '' || 'Name is required',
};
