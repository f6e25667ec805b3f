// Sends many long texts in one measurement. Only where all of them together take more than linear work is each measured.
import { growthOfWork, linearAtMost } from '../growth-of-work.ts';
import type { Place } from './contract-places.ts';
import { patterns } from './patterns.ts';

export type LongText = { place: Place; pattern: string };

// The same of the patterns each time, and others for other places.
const numberOf = (name: string) =>
  [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7);

export const textsFor = (places: Place[], patternsEach: number): LongText[] =>
  places.flatMap((place) =>
    Array.from({ length: Math.min(patternsEach, patterns.length) }, (_, turn) => ({
      place,
      pattern: patterns[(numberOf(place.name) + turn) % patterns.length] ?? 'a',
    })),
  );

type Send = (text: LongText, bytes: number) => Promise<unknown>;

const nameOf = ({ place, pattern }: LongText) => `${place.name} of ${JSON.stringify(pattern)}`;

// The lengths are parts of a thousand of what a place takes.
const scale = 1000;
const shortest = 16;

const growthOf = (texts: LongText[], send: Send, firstRepeats?: number) => {
  const sendAll = async (part: number) => {
    for (const text of texts)
      await send(text, part < scale / 4 ? shortest : Math.floor((text.place.longest * part) / scale));
  };
  return growthOfWork(sendAll, scale, firstRepeats);
};

// Few enough that one of them shows, which then is measured with more care.
const atOnce = 8;

// The first of them that are slow: each takes its time to measure.
export const findSlow = async (texts: LongText[], send: Send) => {
  for (let from = 0; from < texts.length; from += atOnce) {
    const group = texts.slice(from, from + atOnce);
    if ((await growthOf(group, send, 1)) < linearAtMost) continue;
    const slow: string[] = [];
    for (const text of group) {
      const growth = await growthOf([text], send);
      if (growth >= linearAtMost) slow.push(`${nameOf(text)}: ${growth.toFixed(1)} times`);
    }
    if (slow.length) return slow;
  }
  return [];
};
