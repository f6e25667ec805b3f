// The brand of an installation: its accent and its logo as settings, and what they change on every page and in every mail.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logoPaths } from '@ballast/contract/drawing';
import { wcagContrast } from 'culori';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../../runtime/settings/config.ts';
import { serveBrand } from './serve-brand.ts';
import { serveDocs } from './serve-docs.ts';
import { serveWeb } from './serve-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'ballast-brand-'));
const logoFile = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const portalWith = async (env: Record<string, string>) => {
  const app = Fastify();
  const config = readConfig(env);
  serveDocs(app, config);
  await serveBrand(app, config);
  await serveWeb(app, config);
  return app;
};

const harmless =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="currentColor"/></svg>';

test('icons and the preview picture answer with their types, and the pages name them', async () => {
  const app = await portalWith({});
  const typeOf = async (path: string) => {
    const { statusCode, headers, rawPayload } = await app.inject(path);
    return [statusCode, headers['content-type'], rawPayload.subarray(0, 4).toString('hex')];
  };
  expect(await typeOf('/favicon.ico')).toEqual([200, 'image/x-icon', '00000100']);
  expect(await typeOf('/apple-touch-icon.png')).toEqual([200, 'image/png', '89504e47']);
  expect(await typeOf('/preview.png')).toEqual([200, 'image/png', '89504e47']);
  expect((await typeOf('/favicon.svg')).slice(0, 2)).toEqual([200, 'image/svg+xml']);
  for (const path of ['/auth', '/docs', '/docs/reference/keys']) {
    const { body } = await app.inject(path);
    expect(body, path).toContain('property="og:image" content="http://localhost:3000/preview.png"');
    expect(body, path).toContain('name="twitter:card" content="summary_large_image"');
    expect(body, path).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
    expect(body, path).not.toContain('/brand.css');
  }
});

test('each theme uses the nearest shade of the accent that can be read, and the start says so', async () => {
  const { brandAccent, warnings } = readConfig({ BRAND_ACCENT: 'yellow' });
  expect(brandAccent?.dark.accent).toBe('#ffff00');
  expect(warnings).toEqual([
    `BRAND_ACCENT yellow has a contrast of 1.0 in the light theme, which uses its nearest readable shade ${brandAccent?.light.accent} instead`,
  ]);
  for (const hue of [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330])
    for (const lightness of [0, 0.3, 0.6, 1]) {
      const { brandAccent: accent } = readConfig({ BRAND_ACCENT: `oklch(${lightness} 0.2 ${hue})` });
      for (const [shades, grounds] of [
        [accent?.light, ['#ffffff', '#eef2f2']],
        [accent?.dark, ['#0a0c0d', '#151a1c']],
      ] as const)
        for (const ground of [...grounds, shades?.soft ?? ''])
          expect(wcagContrast(shades?.accent ?? '', ground)).toBeGreaterThanOrEqual(4.5);
    }
});

test('the pages of an installation with an accent load it after their own colours', async () => {
  const app = await portalWith({ BRAND_ACCENT: 'rebeccapurple' });
  for (const path of ['/auth', '/docs']) {
    const { body } = await app.inject(path);
    expect(body.indexOf('/brand.css'), path).toBeGreaterThan(body.indexOf('rel="icon"'));
  }
  const { body: styles } = await app.inject('/brand.css');
  expect(styles).toMatch(/--accent: light-dark\(#663399, #[0-9a-f]{6}\);/);
  expect((await app.inject('/favicon.svg')).body).not.toContain('#1E9499');
});

test('what is no colour is refused at the start, with what is allowed', () => {
  for (const wrong of ['nope', '#12', 'var(--x)', 'red; background: url(x)', 'light-dark(red, blue)'])
    expect(() => readConfig({ BRAND_ACCENT: wrong })).toThrow(
      'BRAND_ACCENT must be a CSS colour, such as #0a6b70',
    );
});

test('a logo replaces the mark, and follows the colour of each theme', async () => {
  const app = await portalWith({ BRAND_LOGO_FILE: logoFile('plain.svg', harmless) });
  const { headers, body } = await app.inject(logoPaths.dark);
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('color="#edf1f2"');
  expect((await app.inject(logoPaths.light)).body).toContain('color="#0e1517"');
  expect((await app.inject('/docs')).body).toContain(`src="${logoPaths.dark}"`);
  expect((await app.inject('/auth')).body).toContain('&quot;hasLogo&quot;:true');
  expect((await app.inject('/favicon.svg')).body).toContain('M2 2h20v20H2z');
});

const attacks = [
  '<script>alert(1)</script>',
  '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>',
  '<image href="https://evil.example/x.png"/>',
  '<use href="https://evil.example/x.svg#a"/>',
  '<style>@import url(https://evil.example/x.css)</style>',
  '<path d="M0 0" onclick="alert(1)"/>',
  '<path d="M0 0" fill="url(https://evil.example/#a)"/>',
  '<path d="M0 0" style="fill:url(//evil.example/#a)"/>',
  '<path d="M0 0" style="fill:\\75rl(//evil.example/#a)"/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  '<animate attributeName="href" to="javascript:alert(1)"/>',
  '<set attributeName="onclick" to="alert(1)"/>',
  '<linearGradient id="a" href="https://evil.example/#a"/>',
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
  '<title><![CDATA[<script>alert(1)</script>]]></title>',
  '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>',
];

test('nothing of a logo but shapes and colours is served', async () => {
  for (const [index, attack] of attacks.entries()) {
    const text = harmless.replace('<path', `${attack}<path`).replace('<svg', '<svg onload="alert(1)"');
    const config = readConfig({ BRAND_LOGO_FILE: logoFile(`attack-${index}.svg`, text) });
    const svg = config.brandLogo?.svg ?? '';
    expect(svg).not.toMatch(
      /<script|foreignObject|\bon\w+=|evil\.example|javascript:|<!|<style|<image|<use|<animate|<set/i,
    );
    expect(svg).toContain('<path d="M2 2h20v20H2z" fill="currentColor"></path>');
    expect(config.warnings.join()).toContain('onload');
  }
});

test('a logo with a colour of its own in its style still follows the colour of each theme', () => {
  const styled = harmless.replace('<svg', '<svg style="color:red;fill:none"');
  const { brandLogo } = readConfig({ BRAND_LOGO_FILE: logoFile('styled.svg', styled) });
  expect(brandLogo?.svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 24 24" fill="none">/);
});

test('a file that is no drawing is refused at the start, with what is allowed', () => {
  const wrong: [string, string][] = [
    [join(folder, 'missing.svg'), 'ENOENT'],
    [logoFile('text.svg', 'no drawing'), 'text data outside of root node'],
    [logoFile('page.svg', '<html></html>'), 'must be svg'],
    [logoFile('open.svg', '<svg viewBox="0 0 1 1">'), 'unclosed tag'],
    [logoFile('sizeless.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'viewBox'],
    [
      logoFile('bomb.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>'),
      'undefined entity',
    ],
    [logoFile('huge.svg', `${harmless}${' '.repeat(65_536)}`), 'too large'],
  ];
  for (const [file, reason] of wrong) {
    const read = () => readConfig({ BRAND_LOGO_FILE: file });
    expect(read).toThrow(reason);
    expect(read).toThrow('it must be an SVG drawing of at most 64 KiB with a viewBox');
  }
});
