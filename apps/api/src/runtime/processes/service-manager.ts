// Tells systemd that the portal starts, is ready and lives. Its watchdog ends a process whose event loop says nothing any more.
// Node opens no datagram sockets of the file system, so systemd's own program sends each message.
import { execFile } from 'node:child_process';
import type { Logger } from 'pino';

const usual = { everyMs: 10_000, startMoreMicroseconds: 30_000_000 };
// Two messages may be lost or late.
const messagesInTime = 3;

type Environment = { NOTIFY_SOCKET?: string; WATCHDOG_USEC?: string; PATH?: string };

export const openServiceManager = ({ NOTIFY_SOCKET, WATCHDOG_USEC, PATH }: Environment, log: Logger) => {
  if (!NOTIFY_SOCKET) return { tellReady: () => {} };
  const watchdogMs = Number(WATCHDOG_USEC ?? 0) / 1000;
  const everyMs = watchdogMs ? watchdogMs / messagesInTime : usual.everyMs;
  let isReady = false;
  let isSending = false;
  let hasFailed = false;

  const tell = (...messages: string[]) => {
    isSending = true;
    execFile('systemd-notify', messages, { env: { NOTIFY_SOCKET, PATH } }, (error) => {
      isSending = false;
      if (error && !hasFailed) log.error({ err: error }, 'systemd cannot be told that the portal lives');
      hasFailed = Boolean(error);
    });
  };
  // A start takes as long as the database needs, for example to migrate. A start that hangs does not ask for more time.
  const beat = () => {
    if (!isSending) tell(isReady ? 'WATCHDOG=1' : `EXTEND_TIMEOUT_USEC=${usual.startMoreMicroseconds}`);
  };
  setInterval(beat, everyMs).unref();
  beat();

  return {
    tellReady: () => {
      isReady = true;
      tell('READY=1', 'WATCHDOG=1');
    },
  };
};
