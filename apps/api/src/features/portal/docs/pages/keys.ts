// Keys and environments.
import { keyLimits, unusedDays } from '@ballast/contract/keys/api-keys';
import { graces } from '@ballast/contract/keys/key-grace';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import { installation } from '../installation.ts';
import { block, code, link, list, type Page, paragraph, table } from '../markup.ts';

const duration = (seconds: number) => {
  if (seconds === 0) return 'none';
  if (seconds < 86_400) return `${seconds / 3600} hour`;
  return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
};

export const keysPage: Page = {
  path: 'keys',
  title: 'Keys and environments',
  description:
    'Sandbox and production keys: how to create, restrict, rotate and delete them, and what to do when one leaks.',
  lede: 'A key belongs to one environment, which its first characters tell. It can be restricted, replaced without a pause, and deleted at once.',
  sections: [
    {
      id: 'environments',
      title: 'Environments',
      html: `${table(
        'The two environments',
        ['What', 'Sandbox', 'Production'],
        [
          ['For', 'trying out', 'real payments: requests move real funds'],
          ['A key begins with', code('blst_test_'), code('blst_live_')],
          [
            'Who may create one',
            'everybody with a verified address',
            'whoever has also completed the profile',
          ],
          ['Its value', 'shown whenever you ask', 'shown after you have confirmed that it is you'],
          ['Tokens', 'from the faucet, worth nothing', 'real'],
        ],
      )}${paragraph('The switch in the header of the portal chooses which environment you look at. Keys of one environment never work in the other.')}`,
    },
    {
      id: 'send',
      title: 'Send a key',
      html: `${paragraph('In one of these two headers, over https, from your server. A key in an app or a web page is a key that everybody has.')}
${block('Authorization: Bearer blst_test_…\nX-Api-Key: blst_test_…')}`,
    },
    {
      id: 'restrict',
      title: 'Restrict a key',
      html: `${paragraph('A key that can do little does little harm. Each restriction can be set when the key is created, and changed later:')}
${list([
  `<strong>Expiry</strong>: from then on it is refused with ${code('key_expired')}. You are told before, and a later time brings it back.`,
  `<strong>Scopes</strong>: what it may do, such as ${code('payments:read')}. Other requests are refused with ${code('scope_missing')}.`,
  `<strong>Networks</strong>: up to ${restrictionLimits.networks} addresses or networks, such as ${code('203.0.113.0/24')}. From elsewhere it is refused with ${code('address_not_allowed')}. The portal first shows which requests of the last 30 days that would have refused.`,
])}`,
    },
    {
      id: 'rotate',
      title: 'Rotate a key',
      html: `${paragraph('A rotation gives the key a new value; name, limits, restrictions and history stay. Choose how long the old value goes on working beside the new one:')}
${list(graces.map((seconds) => duration(seconds)))}
${paragraph('Put the new value in place, watch the requests of the old one end on the page of the key, then end its time early, or let it pass. A second rotation in that time stops the oldest value at once.')}
${block('ballast keys rotate checkout-web --grace 24h')}`,
    },
    {
      id: 'delete',
      title: 'Delete a key',
      html: paragraph(
        `A deleted key is refused within a second, everywhere. It cannot be brought back. A key that nobody has used for ${unusedDays} days is named in a mail to you, and deleted by nobody but you.`,
      ),
    },
    {
      id: 'leaks',
      title: 'When a key leaks',
      html: `${paragraph('Rotate it at once, without a time for the old value. Then look at its usage by address and its refused requests: what is not yours stands out.')}
${paragraph(`Found somebody else’s key? ${link('/docs/reference#leaks', 'Report it')}: its owner is told, and the report needs no account.`)}`,
    },
    {
      id: 'names',
      title: 'Names and lists',
      html: paragraph(
        `A name has up to ${keyLimits.name} characters and is used once per environment among the active keys. There is no limit on how many keys you have; lists come in pages of ${keyLimits.page}, and ${code('x-next-cursor')} leads to the next. Questions that this page leaves open: <a href="mailto:${installation.supportEmail}">${installation.supportEmail}</a>.`,
      ),
    },
  ],
};
