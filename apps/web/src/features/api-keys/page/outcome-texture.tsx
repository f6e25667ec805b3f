// Outcomes are told apart without colours, too: limited requests are striped and refused ones dotted.
import { type OutcomeKind, outcomes } from '../usage/outcomes.ts';

const tile = 6;

function Texture({ kind }: { kind: OutcomeKind }) {
  if (kind === 'limited')
    return <path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" stroke="var(--surface)" strokeWidth="1.4" fill="none" />;
  if (kind === 'refused') return <circle cx="3" cy="3" r="1.3" fill="var(--surface)" />;
  return null;
}

const patternId = (kind: OutcomeKind) => `outcome-${kind}`;

export const fillOf = (kind: OutcomeKind) => `url(#${patternId(kind)})`;

// They are defined once in each chart, which names them by fillOf.
export function OutcomePatterns() {
  return (
    <defs>
      {outcomes.map(({ kind, colour }) => (
        <pattern key={kind} id={patternId(kind)} width={tile} height={tile} patternUnits="userSpaceOnUse">
          <rect width={tile} height={tile} fill={colour} />
          <Texture kind={kind} />
        </pattern>
      ))}
    </defs>
  );
}

// What a legend shows of an outcome is a piece of its bar.
export function OutcomeSwatch({ kind, colour }: { kind: OutcomeKind; colour: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${tile} ${tile}`}
      className="chart size-2.5 flex-none rounded-[2px]"
    >
      <rect width={tile} height={tile} fill={colour} />
      <Texture kind={kind} />
    </svg>
  );
}
