// What the portals of a test wrote, for the report of a failed test.
const logs = new Map<string, string[]>();
const lastLines = 200;

export const portalLog = (name: string) => {
  const lines: string[] = [];
  logs.set(name, lines);
  return {
    write: (text: string) => {
      lines.push(...text.split('\n').filter(Boolean));
      lines.splice(0, lines.length - lastLines);
    },
    forget: () => void logs.delete(name),
  };
};

export const readPortalLogs = () =>
  [...logs]
    .filter(([, lines]) => lines.length)
    .map(([name, lines]) => `── ${name} ──\n${lines.join('\n')}`)
    .join('\n') || '(nothing)';

// A new test begins with empty pages.
export const clearPortalLogs = () => {
  for (const lines of logs.values()) lines.length = 0;
};
