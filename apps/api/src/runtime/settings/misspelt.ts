// Variables that were probably meant for the portal, and that nothing reads.
type Environment = Record<string, string | undefined>;

// Other programs use these beginnings as well.
const sharedPrefixes = new Set([
  ...['NODE_', 'OTEL_', 'GITHUB_', 'GOOGLE_', 'LOG_', 'DATA_', 'PUBLIC_', 'KEY_', 'TOKEN_'],
  ...['COMMON_', 'PRODUCTION_', 'BRAND_', 'DOCS_', 'SUPPORT_', 'MARKETING_', 'TRUST_'],
]);

const prefixOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

// Kubernetes sets these for each service, such as REDIS_SERVICE_HOST and REDIS_PORT_6379_TCP.
const ofAService = /_(SERVICE_(HOST|PORT\w*)|PORT(_\d+_\w+)?)$/;

// Two letters apart, HOME would be HOST.
const mostLetters = (known: string) => (known.length < 6 ? 1 : 2);

// How many letters are wrong, missing, too many or swapped with their neighbour.
const lettersApart = (a: string, b: string) => {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + differs,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
};

const nearest = (name: string, known: string[]) => {
  const near = known
    .filter((each) => Math.abs(each.length - name.length) <= mostLetters(each))
    .map((each) => ({ each, letters: lettersApart(name, each) }))
    .filter(({ each, letters }) => letters <= mostLetters(each));
  return near.toSorted((a, b) => a.letters - b.letters)[0]?.each;
};

const mostWarnings = 20;
const longestName = 100;

// Values may be secrets, so no warning has one.
export const misspeltNames = (given: Environment, known: string[]) => {
  const ours = new Set(known.map(prefixOf).filter((prefix) => prefix && !sharedPrefixes.has(prefix)));
  return Object.keys(given)
    .filter((name) => name.length <= longestName && !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      if (meant) return [`${name} is not a setting of the portal: did you mean ${meant}?`];
      return ours.has(prefixOf(name)) && !ofAService.test(name)
        ? [`${name} is not a setting of the portal, and nothing reads it`]
        : [];
    })
    .slice(0, mostWarnings);
};
