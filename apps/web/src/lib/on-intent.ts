// Preloads the part that a control opens when it gets the pointer or the focus. A failure shows when the control is used.
export const onIntent = (load: () => Promise<unknown>) => {
  const prepare = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: prepare, onFocus: prepare };
};
