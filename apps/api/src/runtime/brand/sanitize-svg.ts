// An SVG file becomes a drawing and nothing else: elements, attributes and values that are not listed here are left out. No script,
// no event handler, no foreign HTML and no address of another file can pass, because none is listed.
import { SaxesParser, type SaxesTagPlain } from 'saxes';

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc'.split(
    ' ',
  ),
);

const geometry =
  'd x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points viewBox preserveAspectRatio transform id offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits';
const presentation =
  'fill fill-rule fill-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity clip-path clip-rule mask color stop-color stop-opacity display visibility';
const inStyle = new Set(presentation.split(' '));
const attributes = new Set([...geometry.split(' '), ...inStyle]);

// The only address is that of a part of the same drawing.
const hasStrangeAddress = (value: string) =>
  /[\\<>&]|javascript:|data:/i.test(value) || /url\(/i.test(value.replace(/url\(#[\w-]+\)/g, ''));

// The page decides where the drawing is, how large, and in which colour of text.
const decidedByPage = new Set(['x', 'y', 'width', 'height', 'color']);
const nothing = new Set<string>();

const escapeText = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

const declarationsOf = (style: string): [string, string][] =>
  style
    .split(';')
    .map((declaration) => declaration.split(':'))
    .map(([name = '', ...value]) => [name.trim(), value.join(':').trim()] as [string, string])
    .filter(([name]) => name);

const isReference = (element: string, name: string, value: string) =>
  element.endsWith('Gradient') && /^(xlink:)?href$/.test(name) && /^#[\w-]+$/.test(value);

const allowedOf = (
  { name: element, attributes: given }: SaxesTagPlain,
  leftOut: Set<string>,
  refused: ReadonlySet<string>,
) => {
  const { style = '', ...rest } = given;
  const own = Object.entries(rest).filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  const all = [
    ...own.map((entry) => ({ entry, allowed: attributes })),
    ...declarationsOf(style).map((entry) => ({ entry, allowed: inStyle })),
  ];
  const allowedOnes = new Map<string, string>();
  for (const { entry, allowed } of all) {
    const [name, value] = entry;
    if (refused.has(name)) continue;
    if (isReference(element, name, value)) allowedOnes.set('href', value);
    else if (allowed.has(name) && !hasStrangeAddress(value)) allowedOnes.set(name, value);
    else leftOut.add(name);
  }
  return [...allowedOnes].map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('');
};

export type Drawing = { svg: string; leftOut: string[] };

// It throws where the text is no SVG.
export const sanitizeSvg = (text: string): Drawing => {
  const parts: string[] = [];
  const leftOut = new Set<string>();
  // The depth inside of an element that is left out with everything in it.
  let skipped = 0;
  let isFirst = true;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const root = isFirst;
    isFirst = false;
    if (root && (tag.name !== 'svg' || !tag.attributes.viewBox))
      throw new Error('the first element must be svg, with a viewBox');
    if (skipped || !elements.has(tag.name)) {
      if (!skipped) leftOut.add(tag.name);
      skipped += 1;
      return;
    }
    const own = root ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    parts.push(`<${tag.name}${own}${allowedOf(tag, leftOut, root ? decidedByPage : nothing)}>`);
  });
  parser.on('closetag', ({ name }) => {
    if (skipped) skipped -= 1;
    else parts.push(`</${name}>`);
  });
  parser.on('text', (content) => {
    if (!skipped) parts.push(escapeText(content.trim()));
  });
  parser.write(text).close();
  return { svg: parts.join(''), leftOut: [...leftOut] };
};
