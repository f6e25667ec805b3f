// From sign-up to a checked call in five minutes. README's first minutes are the same steps.
import { codeExamples, keyVariable, writeExample } from '@ballast/contract/code-examples';
import { faucetLimits } from '@ballast/contract/faucet';
import { routeOf } from '@ballast/contract/http/endpoint';
import { checkKey } from '@ballast/contract/keys/key-check';
import { installation } from '../installation.ts';
import { block, code, link, type Page, paragraph } from '../markup.ts';

const { publicUrl, tokenSymbol } = installation;

// README has these lines, too, with the address of a portal on one's own machine.
export const firstLines = {
  keepKey: `export ${keyVariable}="blst_test_…"`,
  checkKey: `curl --fail-with-body ${publicUrl}${routeOf(checkKey)} --header "Authorization: Bearer $${keyVariable}"`,
  install: `npm install -g ${publicUrl}/cli/ballast.tgz`,
  login: 'ballast login',
  createKey: 'ballast keys create --name checkout-web -e sandbox',
  faucet: 'ballast faucet',
} as const;

const languages = codeExamples
  .filter(({ id }) => id !== 'curl')
  .map(
    (example) =>
      `<details><summary>${example.label}</summary>${block(
        writeExample(example, { portalUrl: publicUrl, environment: 'SANDBOX', key: null }),
      )}</details>`,
  )
  .join('');

export const getStartedPage: Page = {
  path: 'get-started',
  title: 'Get started',
  description: `From sign-up to a checked call with your own ${installation.brandName} API key, in five minutes.`,
  lede: 'From sign-up to a checked call with a key of your own, in five minutes. Everything here happens in the sandbox: no real funds move.',
  sections: [
    {
      id: 'sign-up',
      title: '1. Sign up',
      html: `${paragraph(`Open ${link('/auth', 'the sign-in page')}, choose GitHub, Google or email, and create your account.`)}
${paragraph('With an email address, open the link in the mail that arrives within a minute, then sign in. On a portal that runs on your own machine, the mail is at <a href="/dev/mailbox">/dev/mailbox</a>.')}`,
    },
    {
      id: 'create-a-key',
      title: '2. Create a sandbox key',
      html: `${paragraph('On the API Keys tab press <strong>Create New Key</strong>, give it a name, and copy its value.')}
${paragraph('Keep the value in the environment, so that it never stands in code:')}
${block(firstLines.keepKey)}`,
    },
    {
      id: 'first-call',
      title: '3. Make a checked call',
      html: `${paragraph('Ask the portal whether your key is good. It is the question that the gateway asks before each request:')}
${block(firstLines.checkKey)}
${paragraph(`The answer names the key, its environment and its rate limit. A wrong key is refused with ${code('key_unknown')}: ${link('/docs/limits-and-errors#errors', 'every code')}. The call counts on the card of the key in the portal.`)}
${paragraph('Your sandbox balance, in the language of your application:')}
${languages}`,
    },
    {
      id: 'test-tokens',
      title: '4. Get test tokens',
      html: paragraph(
        `The faucet gives ${faucetLimits.amount} ${tokenSymbol} every ${faucetLimits.pauseHours} hours, from the Coin Faucet tab or by the command line.`,
      ),
    },
    {
      id: 'command-line',
      title: 'The same by the command line',
      html: `${paragraph('The portal serves its own tool. Signing in opens your browser once.')}
${block(`${firstLines.install}\n${firstLines.login}\n${firstLines.createKey}\n${firstLines.faucet}`)}
${paragraph(`Every command is in ${link('/docs/cli', 'the manual')}.`)}`,
    },
  ],
};
