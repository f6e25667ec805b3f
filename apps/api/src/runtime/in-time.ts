// Rejects after a time. The work itself goes on.
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    ms,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};
