// An address of the token's network has the checksum of EIP-55 in the case of its letters, which catches typing errors.
import { keccak_256 } from '@noble/hashes/sha3';

const shape = /^0x[0-9a-fA-F]{40}$/;

export const isAddress = (text: string) => shape.test(text);

export const isZeroAddress = (address: string) => /^0x0{40}$/.test(address);

export const withChecksum = (address: string) => {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(digits);
  const nibble = (place: number) => ((hash[place >> 1] ?? 0) >> (place % 2 ? 0 : 4)) & 15;
  return `0x${[...digits].map((digit, place) => (nibble(place) > 7 ? digit.toUpperCase() : digit)).join('')}`;
};

// '0x71c…9e04' is enough to recognise it by.
export const shorten = (hex: string) => `${hex.slice(0, 5)}…${hex.slice(-4)}`;

// An address in one case throughout carries no checksum, and is taken as it is.
export const hasWrongChecksum = (address: string) => {
  const digits = address.slice(2);
  const carriesNone = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return !carriesNone && address !== withChecksum(address);
};
