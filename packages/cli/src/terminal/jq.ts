// --jq filters the JSON of a command with jq itself, as WebAssembly. It is large, so it is loaded for this option alone.
import { printableJsonText } from '@ballast/contract/characters';
import { loadJq } from 'jq-wasm/inline';
import { CliFailure } from '../failures.ts';

type Filter = (value: unknown) => string[];

// 'jq: error: syntax error, unexpected … at <top-level>, line 1, column 3:' and the lines that it points at.
const problemIn = (stderr: string) => {
  const [first = ''] = stderr.split('\n');
  const [problem = ''] = first.replace(/^jq: error( \(at [^)]*\))?: /, '').split(' at <top-level>');
  return problem;
};

// As `jq -r` prints them, but for one thing: a result is one line, so a portal's text cannot pass for another.
const lineOf = (result: string) =>
  result.startsWith('"') ? (JSON.parse(result) as string) : printableJsonText(result);

// jq runs without a pause, so nobody would hear Ctrl-C. Without listeners the system itself ends the tool.
const interruptible = <Result>(run: () => Result): Result => {
  const listeners = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  try {
    return run();
  } finally {
    for (const listener of listeners) process.once('SIGINT', listener);
  }
};

export const openFilter = async (query: string): Promise<Filter> => {
  const jq = await loadJq();
  // Behind `empty` it is compiled and never run. The line breaks end a comment in it.
  const compiled = jq.raw(null, `empty | (\n${query}\n)`);
  if (compiled.exitCode)
    throw new CliFailure('usage', `--jq must be a filter of jq: ${problemIn(compiled.stderr)}.`);
  return (value) => {
    // jq takes what begins with a dash for an option.
    const { stdout, stderr, exitCode } = interruptible(() =>
      jq.raw(JSON.stringify(value), ` ${query}`, ['--compact-output']),
    );
    if (exitCode)
      throw new CliFailure('failed', `--jq does not fit what the portal answers: ${problemIn(stderr)}.`);
    return stdout ? stdout.split('\n').map(lineOf) : [];
  };
};
