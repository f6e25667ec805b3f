// Starts a bare node:http server that gives the answer of a portal's key check to every request.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@ballast/harness/free-port';
import type { Stage } from './stage.ts';

const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

// Node sends these by itself.
const byNode = ['connection', 'keep-alive', 'date'];

export const startBare = async (stage: Stage, request: Record<string, string>) => {
  const answer = await fetch(`${stage.portals[0]?.url}/v1/key-check`, { headers: request });
  if (!answer.ok) throw new Error(`the key check answered ${answer.status}`);
  const headers = [...answer.headers].filter(([name]) => !byNode.includes(name)).flat();
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [bareServer, JSON.stringify([headers, await answer.text()]), String(port)],
    { stdio: 'inherit' },
  );
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 20));
  return { port, stop: () => child.kill('SIGTERM') };
};
