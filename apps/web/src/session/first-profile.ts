// first-script.ts requests the profile of a stored session while the app is still on its way. The app's own first call takes that
// answer, if it is for the same session.
type FirstProfile = { address: string; authorization: string; answer: Promise<Response> };

declare global {
  interface Window {
    firstProfile?: FirstProfile | undefined;
  }
}

export const fetchOrTakeFirst: typeof fetch = (address, init) => {
  const first = window.firstProfile;
  const authorization = new Headers(init?.headers).get('authorization');
  if (first?.address !== address || first.authorization !== authorization) return fetch(address, init);
  forgetFirstProfile();
  return first.answer;
};

// It is as old as the page, so nobody may take it later.
export const forgetFirstProfile = () => {
  window.firstProfile = undefined;
};
