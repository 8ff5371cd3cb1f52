import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/browser/chromium.mjs';

// The tests serve dist/ themselves (tests/browser/server.mjs), each on a port of its own.
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.mjs',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  use: { browserName: 'chromium', launchOptions, viewport: { width: 1280, height: 900 } },
});
