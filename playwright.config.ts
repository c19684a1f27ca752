import { statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Bytes that three browsers share with their processes at most; a container's /dev/shm is often smaller. */
const SHARED_MEMORY = 1024 ** 3;

/** `npm test` finds or installs a Chromium and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 3,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'en-IN',
    // As people set it whom motion disturbs: nothing waits for a dialog to glide in.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // A page of a test lives for seconds: optimising its code takes longer than the optimised code gains.
        '--js-flags=--no-opt,--no-maglev',
      ],
      // Playwright's own choice puts the memory into files of /tmp, whose disk takes a seventh of a test's time.
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    },
  },
});

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= SHARED_MEMORY;
  } catch {
    return false;
  }
}
