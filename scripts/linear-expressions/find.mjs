// The regular expressions in a source: those that are written out, and the places that put one together.
import { parseSync, Visitor } from 'oxc-parser';

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined;
};

export const findExpressions = (file, text) => {
  const { program, errors } = parseSync(file, text);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const written = [];
  const built = [];
  const lineOf = ({ start }) => text.slice(0, start).split('\n').length;
  const construction = (node) => {
    const { callee, arguments: given } = node;
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const source = textOf(given[0]);
    const flags = given[1] ? textOf(given[1]) : '';
    if (source === undefined || flags === undefined) built.push({ line: lineOf(node) });
    else written.push({ line: lineOf(node), source, flags });
  };
  new Visitor({
    Literal: (node) => {
      if (!node.regex) return;
      written.push({ line: lineOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: construction,
    CallExpression: construction,
  }).visit(program);
  return { written, built };
};
