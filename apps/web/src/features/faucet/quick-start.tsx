import { faucetLimits } from '@ballast/contract/faucet-limits';
import { CodeLine } from '../../ui/text/code-block.tsx';

type Step = { title: string; text: string; command: string };

// The commands can be pasted into a terminal: they hold the address under which this reader reached the portal.
const listSteps = (portal: string, addressNeeded: boolean): Step[] => [
  {
    title: 'Install the CLI',
    text: 'Install it globally with npm.',
    command: `npm install -g ${portal}/cli/ballast.tgz`,
  },
  { title: 'Verify the installation', text: 'Prints the installed version.', command: 'ballast --version' },
  {
    title: 'Create a key',
    text: 'Choose sandbox when asked for an environment.',
    command: 'ballast keys create',
  },
  {
    title: 'Log in to the portal',
    text: 'Opens this portal and asks you to authorize the CLI. Already signed in from step 3? Skip this.',
    command: `ballast login --portal ${portal}`,
  },
  addressNeeded
    ? {
        title: 'Request tokens',
        text: `Sends ${faucetLimits.amount} test tokens to the address you give.`,
        command: 'ballast faucet --to ADDRESS',
      }
    : {
        title: 'Request tokens',
        text: `Adds ${faucetLimits.amount} test tokens to your sandbox balance.`,
        command: 'ballast faucet',
      },
];

const stepClass =
  'relative flex gap-3 pb-6 last:pb-0 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:left-3.5 not-last:before:border-l not-last:before:border-line-strong md:gap-4';

export function QuickStart({ addressNeeded }: { addressNeeded: boolean }) {
  return (
    <section aria-labelledby="quick-start" className="min-w-0">
      <h2 id="quick-start" className="sr-only">
        Quick start
      </h2>
      <ol>
        {listSteps(window.location.origin, addressNeeded).map((step, index) => (
          <li key={step.title} className={stepClass}>
            <span
              aria-hidden="true"
              className="flex size-7 flex-none items-center justify-center rounded-full border border-line-strong bg-surface text-caption font-medium text-text-2 tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0 flex-1 pt-0.5">
              <h3 className="text-body font-medium text-text">{step.title}</h3>
              <p className="mt-0.5 mb-2.5 text-body text-pretty text-text-2">{step.text}</p>
              <CodeLine command={step.command} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
