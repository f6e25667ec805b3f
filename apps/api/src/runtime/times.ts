const shifted = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

export const secondsBefore = (at: Date, seconds: number) => shifted(at, -seconds);
export const daysAfter = (at: Date, days: number) => shifted(at, days * 24 * 3600);
export const secondsAfter = (at: Date, seconds: number) => shifted(at, seconds);
