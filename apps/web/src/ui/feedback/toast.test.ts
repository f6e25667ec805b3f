import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useToaster } from 'react-hot-toast/headless';
import { expect, test } from 'vitest';
import { showToast, toasterOptions } from './toast.tsx';

const readDurations = () => {
  let durations = {};
  const Reader = () => {
    const { toasts } = useToaster(toasterOptions);
    durations = Object.fromEntries(toasts.map(({ message, duration }) => [message, duration]));
    return null;
  };
  renderToStaticMarkup(createElement(Reader));
  return durations;
};

test('good news is shown for two seconds, a word for four, and what went wrong for five', () => {
  showToast.success('Copied to clipboard');
  showToast.info('Verify your email to open the dashboard.');
  showToast.error('Failed to load API keys');
  showToast.loading('Signing out...');
  expect(readDurations()).toEqual({
    'Copied to clipboard': 2000,
    'Verify your email to open the dashboard.': 4000,
    'Failed to load API keys': 5000,
    'Signing out...': Number.POSITIVE_INFINITY,
  });
});
