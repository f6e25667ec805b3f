// `/\/+$/` would start again at every slash: a stranger could ask for seconds of work with one long path.
export const withoutTrailingSlashes = (text: string) => {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};
