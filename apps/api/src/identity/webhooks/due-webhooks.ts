// Tells the sender of this process, after a commit, which endpoints have something to be sent. What it misses is found by looking.
export type DueWebhooks = ReturnType<typeof openDueWebhooks>;

export const openDueWebhooks = () => {
  let tell: (webhookIds: string[]) => void = () => {};
  return {
    add: (webhookIds: string[]) => tell(webhookIds),
    onDue: (sender: typeof tell) => {
      tell = sender;
    },
  };
};
