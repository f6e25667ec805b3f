const shifted = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

export const secondsBefore = (at: Date, seconds: number) => shifted(at, -seconds);
export const secondsAfter = (at: Date, seconds: number) => shifted(at, seconds);
