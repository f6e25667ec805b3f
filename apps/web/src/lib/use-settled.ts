import { useEffect, useState } from 'react';

// It gives the value once that has stayed the same for so long, so that the server is not asked at every keystroke.
export const useSettled = <Value>(value: Value, afterMs: number) => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
};
