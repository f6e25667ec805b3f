// Those who ask the same while it is being looked up get one answer: however many ask at once, the database is asked once.
export const shareRunning = <Answer>() => {
  const running = new Map<string, Promise<Answer>>();
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = running.get(question);
    if (known) return known;
    const asked = ask().finally(() => running.delete(question));
    running.set(question, asked);
    return asked;
  };
};
