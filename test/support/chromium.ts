import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A machine that is busy is slow, not wrong. */
export const TIMEOUT_MS = 60_000;

/** A browser, or why this machine has none: the stories in it are then skipped, and say so. */
export type OpenedBrowser = { browser: Browser; missing: null } | { browser: null; missing: string };

/** Debian's Chromium, or the one of CHROMIUM_PATH. `rules` say where host names lead; every other name leads nowhere. */
export async function openChromium(apex: string, rules: readonly string[]): Promise<OpenedBrowser> {
  if (!existsSync(EXECUTABLE)) {
    return { browser: null, missing: `no Chromium at ${EXECUTABLE}; set CHROMIUM_PATH` };
  }
  try {
    const browser = await chromium.launch({
      executablePath: EXECUTABLE,
      timeout: TIMEOUT_MS,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(', ')}`,
        `--unsafely-treat-insecure-origin-as-secure=${apex}`,
      ],
    });
    return { browser, missing: null };
  } catch (error) {
    // It is there and cannot run here, as where a machine forbids it what it needs: no fault of the pages.
    return { browser: null, missing: `Chromium does not start: ${String(error).split('\n', 1)[0]}` };
  }
}
