// Names a browser and its operating system. The order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string, unknown: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? unknown;

export const describeUserAgent = (userAgent: string) => ({
  browser: nameIn(browsers, userAgent, 'Unknown browser'),
  system: nameIn(systems, userAgent, 'an unknown system'),
});

export const nameBrowser = (userAgent: string) => {
  const { browser, system } = describeUserAgent(userAgent);
  return `${browser.replace(/^Unknown/, 'an unknown')} on ${system}`;
};
