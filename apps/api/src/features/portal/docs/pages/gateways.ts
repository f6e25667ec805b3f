// How a gateway asks the portal about each request. The two configurations are those of deploy/, which tests drive.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeOf } from '@ballast/contract/http/endpoint';
import { checkKey, keyHeaders } from '@ballast/contract/keys/key-check';
import { installation } from '../installation.ts';
import { block, code, link, list, type Page, paragraph, table } from '../markup.ts';

const configuration = (folder: string, file: string) =>
  `<details><summary>The whole file: deploy/${file}</summary>${block(readFileSync(join(folder, file), 'utf8'))}</details>`;

export const gatewaysPage = (deployFolder: string): Page => ({
  path: 'gateways',
  title: 'Gateways',
  description:
    'Check API keys in front of an API with nginx or Envoy: the two configurations and what they ask.',
  lede: 'A gateway in front of the API asks the portal about each request before it lets it through. For whoever runs the API; who only calls it needs nothing of this.',
  sections: [
    {
      id: 'question',
      title: 'The question',
      html: `${paragraph('One call with the key of the request. 200 lets it through; everything else is the refusal that the caller gets.')}
${block(`curl -i "${installation.publicUrl}${routeOf(checkKey)}?scope=payments:read" \\\n  -H "Authorization: Bearer $BALLAST_API_KEY" \\\n  -H "X-Original-Method: GET" -H "X-Original-URI: /payments"`)}
${table(
  'What the gateway sends',
  ['Header', 'Meaning'],
  [
    [`${code('Authorization')} or ${code('X-Api-Key')}`, 'the key'],
    [`${code('?scope=')} or ${code('X-Required-Scope')}`, 'the scope that this request needs, if any'],
    [
      `${code('X-Original-URI')} or ${code('X-Forwarded-Uri')}`,
      'the path of the request, for the list of refused requests',
    ],
    [`${code('X-Original-Method')} or ${code('X-Forwarded-Method')}`, 'its method'],
    [code('X-Forwarded-For'), `the caller’s address; the portal needs ${code('TRUST_PROXY')} to believe it`],
  ],
)}
${table(
  'What the portal tells the gateway',
  ['Header', 'Meaning'],
  [
    [code(keyHeaders.keyId), 'the id of the key, for the API behind'],
    [code(keyHeaders.userId), 'the id of the account it belongs to'],
    [code(keyHeaders.environment), `${code('SANDBOX')} or ${code('PRODUCTION')}`],
    [`${code(keyHeaders.code)} and ${code(keyHeaders.message)}`, 'why the request is refused'],
    [
      `${code('RateLimit')}, ${code('RateLimit-Policy')}, ${code('Retry-After')}`,
      `${link('/docs/limits-and-errors#headers', 'what is left')} of the limit`,
    ],
  ],
)}`,
    },
    {
      id: 'rules',
      title: 'Three rules',
      html: list([
        'A portal that does not answer refuses: no request passes unchecked. Both configurations answer 503 then.',
        'The key stays at the gateway. The API behind gets what is true of it, under names that replace what a caller may have sent.',
        'What is not listed is closed to every key that is restricted to scopes, and so is a path that your API could read in another way than the gateway. Name the routes and the open paths.',
      ]),
    },
    {
      id: 'nginx',
      title: 'nginx',
      html: `${paragraph(`Put the file into the ${code('http')} block, for example as ${code('/etc/nginx/conf.d/ballast-gateway.conf')}. Change three addresses: the portal’s, the API’s and the one to listen on. The routes with their scopes are yours, too: ${code('npm run gateway-routes')} writes them from ${code('deploy/gateway-routes.json')} into both files. Start the portal with ${code('TRUST_PROXY=1')}.`)}
${configuration(deployFolder, 'nginx.conf')}`,
    },
    {
      id: 'envoy',
      title: 'Envoy',
      html: `${paragraph(`The same with ${code('ext_authz')}. The same three addresses are yours, and so are the routes with their scopes.`)}
${configuration(deployFolder, 'envoy.yaml')}`,
    },
  ],
});
