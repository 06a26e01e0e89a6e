import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium } from '../support/chromium';

describe('/api/docs in a browser', () => {
  let app: TestApp;
  let opened: OpenedBrowser;
  let origin: string;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    origin = `http://trestle.test:${await listen(app)}`;
    opened = await openChromium(origin, ['MAP trestle.test 127.0.0.1']);
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    await app.close();
  });
  afterEach(() => page?.close());

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    page = await browser.newPage();
    problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        problems.push(request.url());
    });
  });

  it('shows the procedures, and tries a call, without a violation of its policy', async () => {
    await page.goto(`${origin}/api/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    expect(await page.locator('.opblock-tag').count()).toBeGreaterThan(10);
    await page.locator('.opblock-tag[data-tag="http"]').click();
    const health = page.locator('.opblock').filter({ has: page.locator('[data-path="/api/health"]') });
    await health.locator('.opblock-summary-control').click();
    await health.locator('button.execute').click();
    await health.locator('.live-responses-table .microlight', { hasText: 'uptimeSeconds' }).first().waitFor();
    expect(problems).toEqual([]);
  });
});
