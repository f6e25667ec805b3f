// Reads /metrics as Prometheus does.
type Labels = Record<string, string>;
type Sample = { name: string; labels: Labels; value: number };

const readLabels = (text = ''): Labels =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
  );

const readSample = (line: string): Sample => {
  const [, name = '', labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
  return { name, labels: readLabels(labels), value: Number(value) };
};

export const readMetrics = async (url: string, token: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  const lines = text.split('\n');
  const samples = lines.filter((line) => line && !line.startsWith('#')).map(readSample);
  // The sum of the series that have these labels.
  const find = (name: string, labels: Labels = {}) =>
    samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  return {
    samples,
    find,
    // The names that were announced, also of those which have no value yet.
    names: new Set(lines.flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? [])),
    value: (name: string, labels: Labels = {}) =>
      find(name, labels).reduce((sum, { value }) => sum + value, 0),
  };
};
