// Calls that are expensive or mail the owner are limited for the browsers of an account, and for each of its command line tokens.

type Cost = {
  // Completes the sentence 'You can …'.
  what: string;
  perHour: number;
  // How many run at once in a process, and how many more wait. Further calls are refused.
  atOnce?: number;
  waiting?: number;
};

export const costs = {
  // A download lasts as long as its reader, who may have given up.
  dataExport: { what: 'download your data', perHour: 10, atOnce: 2 },
  logExport: { what: 'export your activity log', perHour: 60, atOnce: 2 },
  networkDryRun: { what: 'try networks on past requests', perHour: 60, atOnce: 1, waiting: 5 },
  // A page of keys sends several of these together every minute.
  usage: { what: 'read the usage of your keys over a long time', perHour: 600, atOnce: 1, waiting: 10 },
  requestSearch: { what: 'search your requests', perHour: 1200, atOnce: 1, waiting: 10 },
  tokens: { what: 'create command-line tokens', perHour: 20 },
  devices: { what: 'authorize command lines', perHour: 30 },
  productionKeys: { what: 'create production keys', perHour: 60 },
  productionRotations: { what: 'rotate production keys', perHour: 20 },
  productionChanges: { what: 'loosen the restrictions of production keys', perHour: 60 },
  signInMethods: { what: 'add ways to sign in', perHour: 30 },
} as const satisfies Record<string, Cost>;

export type CostName = keyof typeof costs;
export const costNames = Object.keys(costs) as CostName[];
export const costOf = (name: CostName): Cost => costs[name];

const minutesOf = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

export const costTexts = {
  usedUp: (name: CostName, retryAfterSeconds: number) =>
    `You can ${costs[name].what} ${costs[name].perHour} times an hour. Try again in ${minutesOf(retryAfterSeconds)}.`,
  tooManyAtOnce: 'An earlier request of yours is still running. Try again when it’s done.',
} as const;
