// How a key is shown before its owner reveals it. The script of the documentation loads this, so it imports no schema.

// All keys have this length, so that a mask is as long as what it hides.
export const keyLength = 48;

const maskedStart = 10;
const maskedEnd = 4;

export const maskKey = (key: string, dots = keyLength - maskedStart - maskedEnd) =>
  `${key.slice(0, maskedStart)}${'•'.repeat(Math.max(0, dots))}${key.slice(-maskedEnd)}`;

// In the place of a value that its owner has to request. If it cannot be read, it is the start alone.
export const withheldKey = (key: string, end = key.slice(-maskedEnd)) =>
  `${key.slice(0, maskedStart)}…${end}`;
