// `ballast api` prints answers as they came. A terminal shows JSON with line breaks, a pipe gets the portal's own text.
import { printableJsonText } from '@ballast/contract/characters';
import type { Context } from '../../context.ts';
import { CliFailure, type Ending, StatusFailure } from '../../failures.ts';
import { requestIdHeader } from '../../network/send.ts';
import { printJson, printJsonList } from '../../terminal/output.ts';

const endingOf = (status: number): Exclude<Ending, 'done'> => {
  if (status === 401) return 'not_signed_in';
  if (status === 404 || status === 405) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'failed' : 'refused';
};

const failureOf = ({ status, headers }: Response) => {
  const requestId = headers.get(requestIdHeader);
  return new StatusFailure(endingOf(status), `HTTP ${status}`, {
    status,
    ...(requestId ? { requestId } : {}),
  });
};

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

const printBody = ({ terminal, flags }: Context, text: string) => {
  if (!text) return;
  const json = parsed(text);
  // With --json a text is a JSON string.
  if (!json && flags.json) return printJson(terminal, text);
  if (json && (flags.json || terminal.out.isTerminal)) return printJson(terminal, json.value);
  // JSON has a spelling for what a terminal must not get.
  const printable = json ? printableJsonText(text) : text;
  terminal.out.print(printable.replace(/\r?\n$/, '').split(/\r?\n/));
};

// A filter is for the answer that was expected.
const printText = (context: Context, response: Response, text: string) => {
  if (response.ok) return printBody(context, text);
  const { filter: _, ...terminal } = context.terminal;
  printBody({ ...context, terminal }, text);
  throw failureOf(response);
};

export const printAnswer = async (context: Context, response: Response, isWithHeaders: boolean) => {
  const { out } = context.terminal;
  if (isWithHeaders) {
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    out.print([String(response.status), ...headers, '']);
  }
  printText(context, response, await response.text());
};

const listOf = (page: Response, text: string) => {
  const { value } = (page.ok && parsed(text)) || {};
  return Array.isArray(value) ? value : null;
};

async function* entriesOf(first: unknown[], others: AsyncIterable<Response>) {
  yield* first;
  for await (const page of others) {
    const list = listOf(page, await page.text());
    // A part of the list is printed already, so its body has no place.
    if (!page.ok) throw failureOf(page);
    if (!list) throw new CliFailure('wrong_portal', "A page of the list isn't a list.");
    yield* list;
  }
}

// The pages of a list become one list. Anything else has one page, and is printed as it came.
export const printPages = async (context: Context, pages: AsyncGenerator<Response>) => {
  const { value: first } = await pages.next();
  if (!first) return;
  const text: string = await first.text();
  const list = listOf(first, text);
  if (list) return printJsonList(context.terminal, entriesOf(list, pages), (entry) => entry);
  printText(context, first, text);
};
