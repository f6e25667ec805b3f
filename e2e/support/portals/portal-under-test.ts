// Where the portal is that all tests share; the set-up has started it.
export const portalUrl = process.env.PORTAL_URL ?? '';
export const portalPort = portalUrl && new URL(portalUrl).port;
