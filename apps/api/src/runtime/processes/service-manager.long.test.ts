// What systemd hears of a portal that it starts with Type=notify and a watchdog.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';

// Prints each message as a line. Node itself opens no such socket.
const listener = `
use IO::Socket::UNIX; $| = 1;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die;
while (defined $socket->recv(my $text, 4096)) { print join(" ", split /\\n/, $text), "\\n" }
`;

const startManager = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-notify-'));
  const socket = join(folder, 'notify');
  const child = spawn('perl', ['-e', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let heard = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  await waitFor('the socket', () => expect(existsSync(socket)).toBe(true));
  const stop = async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { socket, lines: () => heard.split('\n').filter((line) => line && line !== 'BARRIER=1'), stop };
};

const isInstalled = existsSync('/usr/bin/systemd-notify');

test.skipIf(!isInstalled)('a portal says that it starts, that it is ready, and then lives on', async () => {
  const manager = await startManager();
  const portal = await startPortal({ NOTIFY_SOCKET: manager.socket, WATCHDOG_USEC: '300000' });
  try {
    await waitFor('a portal that lives', () =>
      expect(manager.lines().filter((line) => line === 'WATCHDOG=1').length).toBeGreaterThan(3),
    );
    const [first] = manager.lines();
    expect(first).toMatch(/^EXTEND_TIMEOUT_USEC=\d+$/);
    expect(manager.lines().filter((line) => line === 'READY=1 WATCHDOG=1')).toHaveLength(1);
  } finally {
    await portal.stop();
    await manager.stop();
  }
});

test.skipIf(!isInstalled)(
  'a service manager that hears nothing is logged once, and the portal serves',
  async () => {
    const portal = await startPortal({ NOTIFY_SOCKET: '/nowhere/notify', WATCHDOG_USEC: '300000' });
    try {
      const lines = () =>
        portal.output.stdout.split('\n').filter((line) => line.includes('systemd cannot be told'));
      await waitFor('the line', () => expect(lines()).toHaveLength(1));
      expect((await fetch(`${portal.url}/health`)).status).toBe(200);
    } finally {
      await portal.stop();
    }
  },
);
