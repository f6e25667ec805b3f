// Looks for a text on which an expression does more than linear work. scslre knows what a repeated character can do; repeated
// words, made of what the expression itself looks for, are tried.
import { visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { openCounter, parse, testFlags } from './count-steps.mjs';

const length = 120;
const times = 4;
// Linear work grows as often as the text, quadratic work 16 times. What is bounded grows more until it meets its bound.
const mostGrowth = 8;
const mostSteps = 300_000;

const candidates = [...'aA0 \n\t/-_.,;:@\'"`<>{}[]()=&%+?#!*~^|\\$é“”\u0301\u200d\u{1f600}'];
// What no expression expects.
const ends = ['', '\u0000', '\n\u0000'];

const samplesOf = (expression) => {
  const { flags } = expression;
  const ofCharacter = (node) => {
    if (node.type === 'Character') return String.fromCodePoint(node.value);
    const fits = new RegExp(`^(?:${node.raw})$`, testFlags(flags));
    return candidates.find((candidate) => fits.test(candidate)) ?? 'a';
  };
  const ofElements = (elements) => elements.map(sample).join('');
  const sample = (node) => {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return ofElements(node.alternatives[0].elements);
      case 'Quantifier':
        return sample(node.element).repeat(Math.max(node.min, 1));
      case 'Assertion':
      case 'Backreference':
        return '';
      default:
        return ofCharacter(node);
    }
  };
  return { sample, ofElements };
};

// An engine tries again where an endless repetition begins: after the text before it, and after what it repeats.
const partsOf = (expression) => {
  const { sample, ofElements } = samplesOf(expression);
  const before = new Set(['']);
  const repeated = new Set();
  visitRegExpAST(expression.pattern, {
    onAlternativeEnter: ({ elements }) => {
      for (const [place, element] of elements.entries()) {
        if (element.type !== 'Quantifier') continue;
        const lead = ofElements(elements.slice(0, place));
        if (element.max === Number.POSITIVE_INFINITY) before.add(lead);
        repeated.add(lead).add(lead + sample(element));
      }
      repeated.add(ofElements(elements));
    },
    onQuantifierEnter: ({ element }) => repeated.add(sample(element)),
  });
  repeated.delete('');
  return { before: [...before], repeated: [...repeated] };
};

const isEndless = ({ pattern }) => {
  let found = false;
  visitRegExpAST(pattern, {
    onQuantifierEnter: ({ max }) => {
      found ||= max === Number.POSITIVE_INFINITY;
    },
  });
  return found;
};

const repeatTo = (word, size) => word.repeat(Math.ceil(size / word.length));

const slowWord = (expression) => {
  if (!isEndless(expression)) return null;
  const count = openCounter(expression);
  const { before, repeated } = partsOf(expression);
  for (const start of before)
    for (const word of repeated)
      for (const end of ends) {
        const few = count(start + repeatTo(word, length) + end, mostSteps);
        const many = count(start + repeatTo(word, length * times) + end, mostSteps);
        if (many > mostSteps || many > few * mostGrowth) return word;
      }
  return null;
};

// The word that, repeated, keeps the expression busy, or null.
export const findAttack = ({ source, flags }) => {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  return report ? report.character.pick : slowWord(parse({ source, flags }));
};
