// Concurrent callers with the same question share one query.
export const shareRunning = <Answer>() => {
  const running = new Map<string, Promise<Answer>>();
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = running.get(question);
    if (known) return known;
    const answer = ask().finally(() => running.delete(question));
    running.set(question, answer);
    return answer;
  };
};
