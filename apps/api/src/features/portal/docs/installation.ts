// What differs between installations stands in the built pages as one of these words, and the server fills it in.
import type { Config } from '../../../runtime/settings/config.ts';
import type { webFiles } from '../serve-web.ts';

export const installation = {
  brandName: '%BRAND%',
  publicUrl: '%URL%',
  supportEmail: '%SUPPORT%',
  tokenSymbol: '%TOKEN%',
  callsPerAccount: '%CALLS%',
  writesPerAccount: '%WRITES%',
  stylesheet: '%STYLESHEET%',
  sansFont: '%SANS_FONT%',
  monoFont: '%MONO_FONT%',
} as const;

type Values = Record<keyof typeof installation, string>;

// The web app's build names its files anew each time.
export const valuesOf = (config: Config, web: ReturnType<typeof webFiles>): Values => ({
  brandName: config.brandName,
  publicUrl: config.publicUrl,
  supportEmail: config.supportEmail,
  tokenSymbol: config.tokenSymbol,
  callsPerAccount: String(config.limits.callsPerAccount),
  writesPerAccount: String(config.limits.writesPerAccount),
  ...web,
});

const names = Object.keys(installation) as (keyof typeof installation)[];

// In one pass, so that a value which looks like such a word stays what it is.
export const fillIn = (text: string, values: Values, escaped: (value: string) => string) =>
  text.replace(/%[A-Z_]+%/g, (word) => {
    const name = names.find((candidate) => installation[candidate] === word);
    return name ? escaped(values[name]) : word;
  });
