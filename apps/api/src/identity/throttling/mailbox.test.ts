import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Ada@Northwind.dev', 'ada@northwind.dev'],
  ['ada+news+more@northwind.dev', 'ada@northwind.dev'],
  ['a.da@northwind.dev', 'a.da@northwind.dev'],
  ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com', 'ada@gmail.com'],
  ['+ada@northwind.dev', '+ada@northwind.dev'],
])('mail for %s lies in the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
