// Some browsers begin to read only after the click has been handled.
const readingMs = 10_000;

// The call that fetched the text carries a token, which a plain link could not.
export const saveFile = ({ name, text, type }: { name: string; text: string; type: string }) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readingMs);
};
