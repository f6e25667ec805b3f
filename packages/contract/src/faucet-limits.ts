// Apart from the calls: screens that only name a limit need no checksum of an address.
export const faucetLimits = { amount: 10, pauseHours: 24, listed: 10 } as const;
