import { defineConfig } from '@playwright/test';
import { hasMemoryFolder } from '#test/servers/scratch.ts';

const { CHROMIUM_PATH: chromium } = process.env;

/** `npm test` finds or installs a Chromium and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 3,
  fullyParallel: false,
  timeout: 120_000,
  // The dashboard's figures follow a change within fifteen seconds.
  expect: { timeout: 25_000 },
  reporter: [['list']],
  use: {
    locale: 'en-IN',
    // As people set it whom motion disturbs: nothing waits for a dialog to glide in.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // A page of a test lives for seconds: optimising its code takes longer than the optimised code gains.
        '--js-flags=--no-opt,--no-maglev',
      ],
      // Playwright's own choice puts the memory into files of /tmp, whose disk takes a seventh of a test's time.
      ignoreDefaultArgs: hasMemoryFolder() ? ['--disable-dev-shm-usage'] : [],
    },
  },
});
