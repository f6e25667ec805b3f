// Only numbers count: 0.10.0 is newer than 0.9.1.
export const isNewer = (version: string, than: string) => {
  const parts = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [ours, theirs] = [parts(than), parts(version)];
  const at = theirs.findIndex((part, i) => part !== ours[i]);
  return at !== -1 && (theirs[at] ?? 0) > (ours[at] ?? 0);
};
