import { expect, test } from 'vitest';
import { browserCommand, hasBrowser } from './open-browser.ts';

test.each([
  ['a Linux desktop', 'linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['a Wayland desktop', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['macOS', 'darwin', {}, ['open']],
  ['Windows', 'win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
  ['a chosen browser', 'linux', { BROWSER: 'firefox' }, ['firefox']],
  ['a chosen browser over SSH', 'linux', { BROWSER: 'w3m', SSH_CONNECTION: '1' }, ['w3m']],
  ['a container', 'linux', {}, null],
  ['SSH to a desktop', 'linux', { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, null],
  ['SSH to a Mac', 'darwin', { SSH_TTY: '/dev/ttys001' }, null],
  ['CI', 'linux', { DISPLAY: ':99', CI: 'true' }, null],
  ['a browser that is not wanted', 'darwin', { BROWSER: 'none' }, null],
] as const)('on %s the browser is opened by the right command', (_, platform, env, command) => {
  expect(browserCommand({ env: { ...env }, platform })).toEqual(command);
});

test.each([
  ['a Linux desktop', 'linux', { DISPLAY: ':0' }, true],
  ['a desktop where none shall be opened', 'linux', { BROWSER: 'none' }, true],
  ['a Mac', 'darwin', {}, true],
  ['a chosen browser over SSH', 'linux', { BROWSER: 'w3m', SSH_TTY: '/dev/pts/1' }, true],
  ['a container', 'linux', {}, false],
  ['SSH', 'darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, false],
  ['SSH where none shall be opened', 'linux', { BROWSER: 'none', SSH_CLIENT: '10.0.0.1 1 22' }, false],
  ['CI', 'linux', { BROWSER: 'none', CI: 'true' }, false],
] as const)('on %s the portal is told whether a browser is there', (_, platform, env, expected) => {
  expect(hasBrowser({ env: { ...env }, platform })).toBe(expected);
});
