// The first screen of a visit replaces a placeholder that is there from the first paint (index.html), so its own placeholder shows at
// once. Later placeholders appear after 150 ms.
import { useEffect, useState } from 'react';

let first = true;

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
