// A formatter of the browser's takes milliseconds to make, and a screen that is being opened waits for every one of them.
export const onFirstUse = <Made>(make: () => Made) => {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
