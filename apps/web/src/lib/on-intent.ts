// Loads what a control opens while the pointer or the focus is on its way there, so that opening it shows no delay.
// A failure is ignored here: it happens again, and is shown, when the control is used.
export const onIntent = (load: () => Promise<unknown>) => {
  const prepare = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: prepare, onFocus: prepare };
};
