// A test that failed is followed by what the portals wrote while it ran.
import { clearPortalLogs, readPortalLogs } from '@ballast/harness/portal-log';
import { beforeEach } from 'vitest';

beforeEach(({ task, onTestFailed }) => {
  clearPortalLogs();
  onTestFailed(() => console.error(`The portals during “${task.name}”:\n${readPortalLogs()}`));
});
