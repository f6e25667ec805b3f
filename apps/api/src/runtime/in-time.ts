// This gives up waiting for a part that hangs. It may still do what it was asked to.
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    ms,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};
