// Does the work for each, one after the other. One that fails keeps none of the others waiting: its error comes at the end.
export const eachInTurn = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) => {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
};
