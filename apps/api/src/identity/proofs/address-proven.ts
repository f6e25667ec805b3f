// What changes when whoever reads an address's mail proves it. A deletion that somebody asked for before is void: it was not
// the owner who asked.
export const addressProven = (now: Date) => ({ emailVerifiedAt: now, deletesAt: null });
