// Counts the steps of a search as a back-tracking engine does it. Unlike time, they are the same on every machine.
import { parseRegExpLiteral } from '@eslint-community/regexpp';

const isWord = (character) => character !== undefined && /\w/.test(character);

// A character or a class of them is tried by the engine itself, which knows cases and properties.
const openTest = (node, flags) => {
  const expression = new RegExp(`^(?:${node.raw})$`, flags);
  const known = new Map();
  return (character) => {
    const found = known.get(character) ?? expression.test(character);
    known.set(character, found);
    return found;
  };
};

const isLineBreak = (character) => character === '\n' || character === '\r';

export const parse = ({ source, flags }) => {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags));
  return { pattern, isUnicode: /[uv]/.test(flags), isGlobal: flags.includes('g'), flags };
};

export const testFlags = (flags) => flags.replace(/[gy]/g, '');

// A round matches the element once more, or goes on with what comes after it.
const repeat = ({ min, max, greedy }, run, next, compileOnce) => {
  const rounds = [];
  const round = (count) => {
    rounds[count] ??= make(count);
    return rounds[count];
  };
  const make = (count) => {
    let from = -1;
    const more = (place) => !(place === from && count >= min) && round(count + 1)(place);
    const once = count < max ? compileOnce(more) : () => false;
    const again = (place) => {
      const outer = from;
      from = place;
      const found = once(place);
      from = outer;
      return found;
    };
    return (place) => {
      run.take();
      if (count < min) return again(place);
      return greedy ? again(place) || next(place) : next(place) || again(place);
    };
  };
  return (place) => round(0)(place);
};

// Each node becomes a function of a place that says whether it, and all that comes after it, matches from there.
const compile = ({ pattern, flags }, run) => {
  const isMultiline = flags.includes('m');

  const character = (node, next, step) => {
    const fits = openTest(node, testFlags(flags));
    return (place) => {
      run.take();
      const at = step > 0 ? place : place - 1;
      return at >= 0 && at < run.text.length && fits(run.text[at]) && next(place + step);
    };
  };

  const sequence = (elements, next, step) =>
    (step > 0 ? elements.toReversed() : elements).reduce(
      (after, element) => compiled(element, after, step),
      next,
    );

  const choice = (alternatives, next, step) => {
    const ways = alternatives.map(({ elements }) => sequence(elements, next, step));
    return (place) => ways.some((way) => way(place));
  };

  const edge = ({ kind }) =>
    kind === 'start'
      ? (place) => place === 0 || (isMultiline && isLineBreak(run.text[place - 1]))
      : (place) => place === run.text.length || (isMultiline && isLineBreak(run.text[place]));

  const assertion = (node, next) => {
    const { kind } = node;
    if (kind === 'start' || kind === 'end') {
      const holds = edge(node);
      return (place) => {
        run.take();
        return holds(place) && next(place);
      };
    }
    if (kind === 'word')
      return (place) => {
        run.take();
        return (isWord(run.text[place - 1]) !== isWord(run.text[place])) !== node.negate && next(place);
      };
    const inside = choice(node.alternatives, () => true, kind === 'lookahead' ? 1 : -1);
    return (place) => inside(place) !== node.negate && next(place);
  };

  const compiled = (node, next, step) => {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return choice(node.alternatives, next, step);
      case 'Quantifier':
        return repeat(node, run, next, (after) => compiled(node.element, after, step));
      case 'Assertion':
        return assertion(node, next);
      case 'Backreference':
        throw new Error('what a back-reference costs cannot be counted');
      default:
        return character(node, next, step);
    }
  };
  return (next) => choice(pattern.alternatives, next, 1);
};

export const openCounter = (expression) => {
  const run = { text: [], steps: 0, most: 0, take: () => {} };
  run.take = () => {
    run.steps += 1;
    if (run.steps > run.most) throw run;
  };
  let end = 0;
  const matches = compile(
    expression,
    run,
  )((place) => {
    end = place;
    return true;
  });

  const search = () => {
    for (let start = 0; start <= run.text.length; start += 1) {
      if (!matches(start)) continue;
      if (!expression.isGlobal) return;
      start = Math.max(start, end - 1);
    }
  };

  return (text, most) => {
    Object.assign(run, { text: expression.isUnicode ? [...text] : text.split(''), steps: 0, most });
    try {
      search();
    } catch (stopped) {
      if (stopped !== run) throw stopped;
    }
    return run.steps;
  };
};
