// One line for each test file as it ends, with how many are done; what failed is shown at once, with what it printed.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { strayErrorsFile } from './reports.mjs';

const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

// The runner's own calls say nothing about the failure.
const ownLines = (stack) =>
  stack
    .split('\n')
    .filter((line) => !line.includes('/node_modules/vitest/'))
    .join('\n');

const showErrors = (name, errors) => {
  console.log(`\n✗ ${name}`);
  for (const error of errors) console.log(`${ownLines(error.stack ?? error.message)}\n${error.diff ?? ''}`);
};

const describe = (module, tests) => {
  const seconds = (module.diagnostic().duration / 1000).toFixed(1);
  const file = relative('.', module.moduleId);
  return `${module.project.name}: ${file} (${count(tests.length, 'test')}, ${seconds} s)`;
};

export default class VitestProgress {
  #files = 0;
  #done = 0;
  // The output of each test file. It is shown only after a failure.
  #printed = new Map();

  onTestRunStart(specifications) {
    this.#files = specifications.length;
  }

  onUserConsoleLog({ content, taskId = '' }) {
    const [file] = taskId.split('_');
    this.#printed.set(file, (this.#printed.get(file) ?? '') + content);
  }

  onTestModuleEnd(module) {
    this.#done += 1;
    const tests = [...module.children.allTests()];
    const place = `${this.#done}/${this.#files}`;
    console.log(`${module.ok() ? '✓' : '✗'} ${place} ${describe(module, tests)}`);
    if (module.ok()) return;
    if (module.errors().length) showErrors('the file itself', module.errors());
    for (const test of tests.filter((each) => each.result().state === 'failed'))
      showErrors(test.fullName, test.result().errors);
    console.log(this.#printed.get(module.id.split('_')[0]) ?? '');
  }

  onTestRunEnd(_, errors) {
    if (!errors.length) return;
    showErrors('outside of any test', errors);
    writeFileSync(strayErrorsFile, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
