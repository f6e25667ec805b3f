// This gives up waiting for a database that hangs. What was sent may still be carried out.
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' })),
    ms,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};
