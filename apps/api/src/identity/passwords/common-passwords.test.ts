import { expect, test } from 'vitest';
import { openCommonPasswords } from './common-passwords.ts';

const isCommon = openCommonPasswords(['Ballast', 'BLST', 'Developer Portal']);

test.each([
  ['one of the list', 'P@ssw0rd'],
  ['a word of the list in another case', 'PassWord'],
  ['a word with digits and signs behind it', 'Password1!'],
  ['a word with digits that are on the list themselves', 'Qwerty123!'],
  ['a word with signs before it', '!!Welcome1'],
  ['a word whose letters are written as digits and signs', 'F00tb@11#'],
  ['a word that ends with a letter written as a digit', 'Letme1n!'],
  ['a row of the keyboard', '1qaz@WSX'],
  ['the name of the product', 'Ballast2026!'],
  ['the name of the product in disguise', 'B4ll@st99'],
  ['words of the product without the space between them', 'DeveloperPortal1!'],
])('%s is common: %s', async (_, password) => {
  expect(await isCommon(password)).toBe(true);
});

test.each([
  ['a word that something else stands before', 'N3w!password'],
  ['a word that makes up less than half', 'love-8402957!'],
  ['two words', 'Correct-horse1!'],
  ['a rare word', 'Southwind-27!'],
  ['nothing but signs', '!@#$%^&*'.repeat(16)],
  ['nothing', ''],
])('%s is not: %s', async (_, password) => {
  expect(await isCommon(password)).toBe(false);
});
