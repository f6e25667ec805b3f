// The first screen of a visit takes the place of a shape that is there from the first paint (index.html). What it
// waits for keeps that shape at once; what is waited for later has 150 ms before anything is shown.
import { useEffect, useState } from 'react';

let first = true;

// The first answer is there.
export const endFirstScreen = () => {
  first = false;
};

export const useFirstShape = (loading: boolean) => {
  const [began] = useState(first);
  useEffect(() => {
    if (!loading) endFirstScreen();
  }, [loading]);
  return began && loading;
};
