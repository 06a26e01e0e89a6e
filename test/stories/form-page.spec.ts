import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../src/kernel/clock';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium, TIMEOUT_MS } from '../support/chromium';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { aForm } from '../support/factories/form.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { aProject } from '../support/factories/project.factory';

const APEX = 'http://trestle.test';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);

const OPTIONS = ['Soon', 'Later', 'Some day'].map((label) => ({ label, value: label.toLowerCase() }));
const REQUIRED = { validate: { required: true } };

describe('the public page of a form in a browser without scripts', () => {
  let app: TestApp;
  let opened: OpenedBrowser;
  let board: TestBoard;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: APEX });
    const here = `127.0.0.1:${await listen(app)}`;
    opened = await openChromium(APEX, [`MAP trestle.test ${here}`, `MAP *.trestle.test ${here}`]);
    const organization = await anOrganization({ app });
    board = await aBoard({
      project: await aProject({ organization }),
      columns: [
        { name: 'Mail', type: 'email' },
        { name: 'Papers', type: 'file' },
      ],
    });
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    await app.close();
  });

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    context.setDefaultTimeout(TIMEOUT_MS);
    page = await context.newPage();
  });
  afterEach(async () => {
    useClock();
    if (opened.missing === null) await context.close();
  });

  const urlOf = (formId: string) => `http://${board.organization.slug}.trestle.test/forms/${formId}`;
  const items = async () =>
    (await board.organization.owner.client.query('items.list', { boardId: board.id })).data.items;
  const focused = () => page.locator(':focus');
  const name = () => focused().getAttribute('name');
  const tab = () => page.keyboard.press('Tab');
  /** A person needs longer to fill in a form than a test. */
  const later = () => useClock({ now: () => new Date(Date.now() + 10_000) });

  it('is filled in, corrected and submitted with the keyboard, and the item is on the board', async () => {
    const formId = await aForm(board, {
      name: 'Report a problem',
      components: [
        { type: 'textfield', key: 'subject', label: 'Subject', ...REQUIRED },
        { type: 'email', key: 'mail', label: 'Your address' },
        { type: 'phoneNumber', key: 'phone', label: 'Phone' },
        { type: 'radio', key: 'when', label: 'When?', values: OPTIONS, ...REQUIRED },
        { type: 'select', key: 'one', label: 'How urgent?', data: { values: OPTIONS } },
        { type: 'checkbox', key: 'agree', label: 'I agree', ...REQUIRED },
      ],
      mappings: [
        { formField: 'subject', target: 'item_name' },
        { formField: 'mail', target: 'column', columnId: board.column('Mail') },
        { formField: 'when', target: 'item_description' },
      ],
      settings: { successMessage: 'We answer tomorrow' },
    });
    await page.goto(urlOf(formId));
    await page.getByLabel('Subject').focus();
    await page.keyboard.type('Broken lamp');
    await tab();
    expect(await name()).toBe('mail');
    await page.keyboard.type('ada@example.com');
    await tab();
    // Browsers check the format of addresses, but not of telephone numbers.
    expect(await name()).toBe('phone');
    await page.keyboard.type('call me');
    await tab();
    expect(await name()).toBe('when');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await tab();
    expect(await name()).toBe('one');
    await page.keyboard.press('ArrowDown');
    await tab();
    expect(await name()).toBe('agree');
    await page.keyboard.press('Space');
    await tab();
    expect(await focused().innerText()).toBe('Submit');
    later();
    await page.keyboard.press('Enter');
    const summary = page.getByRole('alert');
    await summary.waitFor();
    expect(await page.title()).toMatch(/^Error: Report a problem/);
    expect(await focused().getAttribute('role')).toBe('alert');
    await tab();
    expect(await focused().innerText()).toBe('Phone');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#field-phone$/);
    expect(await name()).toBe('phone');
    expect(await focused().inputValue()).toBe('call me');
    const described = (await focused().getAttribute('aria-describedby'))!;
    expect(await page.locator(`#${described}`).innerText()).toBe('Must be a phone number');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('+49 30 123');
    expect(await page.getByLabel('Later', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('I agree').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('We answer tomorrow').waitFor();
    expect(page.url()).toBe(`${urlOf(formId)}?done=submitted`);
    await page.reload();
    const [item, ...others] = await items();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      name: 'Broken lamp',
      values: { [board.column('Mail')]: 'ada@example.com' },
    });
    const { data } = await board.organization.owner.client.query('items.get', { id: item.id });
    expect(data.description).toContain('Later');
  });

  it('keeps chosen files while another field is corrected', async () => {
    const formId = await aForm(board, {
      components: [
        { type: 'textfield', key: 'subject', label: 'Subject' },
        { type: 'file', key: 'papers', label: 'Papers', multiple: true, ...REQUIRED },
        { type: 'phoneNumber', key: 'phone', label: 'Phone' },
      ],
      mappings: [
        { formField: 'subject', target: 'item_name' },
        { formField: 'papers', target: 'column', columnId: board.column('Papers') },
      ],
      settings: { redirectUrl: `${APEX}/signin` },
    });
    await page.goto(urlOf(formId));
    await page.getByLabel('Subject').fill('Two papers');
    await page.getByLabel('Phone').fill('call me');
    const paper = (text: string) => ({
      name: `${text}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await page.getByLabel('Papers').setInputFiles([paper('one'), paper('two')]);
    later();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('one.txt').isChecked()).toBe(true);
    await page.getByLabel('Phone').fill('+49 30 123');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(`${APEX}/signin`);
    const item = (await items()).find((each: { name: string }) => each.name === 'Two papers');
    expect(item.values[board.column('Papers')]).toMatchObject([{ name: 'one.txt' }, { name: 'two.txt' }]);
  });

  it.each([320, 1_280])(
    'fits into %i pixels, with long and right-to-left texts, before and after an error',
    async (width) => {
      const many = Array.from({ length: 500 }, (_, at) => ({ label: `${at} ${LONG}`, value: `o${at}` }));
      const texts = { description: LONG, placeholder: LONG, tooltip: 'שלום עולם' };
      const formId = await aForm(board, {
        name: LONG.slice(0, 200),
        description: LONG,
        components: [
          { type: 'textfield', key: 'subject', label: LONG, ...texts, ...REQUIRED },
          { type: 'textarea', key: 'area', label: 'מה קרה?', ...texts },
          { type: 'select', key: 'one', label: LONG, data: { values: many }, ...texts },
          { type: 'select', key: 'many', label: 'Many', multiple: true, data: { values: many.slice(0, 50) } },
          {
            type: 'select',
            key: 'boxes',
            label: 'Boxes',
            multiple: true,
            data: { values: many.slice(0, 5) },
          },
          { type: 'radio', key: 'radio', label: 'Radio', values: many.slice(0, 5) },
          { type: 'datetime', key: 'at', label: 'At' },
          { type: 'file', key: 'file', label: 'File' },
          { type: 'checkbox', key: 'agree', label: LONG, ...texts, ...REQUIRED },
        ],
      });
      // Scripts of the page do not run, and those of the test do.
      const measuring = await opened.browser!.newContext({ viewport: { width, height: 700 } });
      try {
        const measured = await measuring.newPage();
        const overflow = () => measured.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await measured.goto(urlOf(formId));
        expect(await overflow()).toBeLessThanOrEqual(0);
        await measured.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
        later();
        await measured.getByRole('button', { name: 'Submit' }).click();
        await measured.getByRole('alert').waitFor();
        expect(await overflow()).toBeLessThanOrEqual(0);
        const trap = await measured.locator('#_website').boundingBox();
        const hidden = await measured.locator('.unseen').boundingBox();
        expect(hidden).toMatchObject({ width: 1, height: 1 });
        expect(trap).not.toBeNull();
        expect(
          await measured
            .getByLabel(LONG)
            .first()
            .evaluate((input) => getComputedStyle(input).direction),
        ).toBe('ltr');
        const hebrew = measured.getByText('מה קרה?');
        expect(await hebrew.evaluate((label) => getComputedStyle(label).direction)).toBe('rtl');
      } finally {
        await measuring.close();
      }
    },
  );
});
