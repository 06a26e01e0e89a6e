import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../src/kernel/clock';
import { FORM_NAME_MAX } from '../../src/modules/forms/forms.schemas';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium, TIMEOUT_MS } from '../support/chromium';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { aForm } from '../support/factories/form.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { aProject } from '../support/factories/project.factory';
import { made } from '../support/factories/workspace.factory';
import { SCRIPT_INJECTIONS } from '../support/script-injections';
import { shareOf } from '../support/share';

const APEX = 'http://trestle.test';

const BATCH = 10;

/** All that the page of a form consists of. */
const ELEMENTS = new Set(
  'a bdi button div fieldset form h1 input label legend li option p select span textarea ul'.split(' '),
);

/** The fields of a form that has the text everywhere. */
function fieldsWith(text: string, at: number): object[] {
  const texts = { label: text, description: text, tooltip: text, placeholder: text };
  const options = [{ label: text, value: text }];
  return [
    { type: 'textfield', key: `subject${at}`, ...texts, defaultValue: text },
    { type: 'textarea', key: `area${at}`, ...texts, defaultValue: text },
    { type: 'select', key: `one${at}`, ...texts, data: { values: options }, defaultValue: text },
    { type: 'select', key: `many${at}`, ...texts, multiple: true, data: { values: options } },
    { type: 'radio', key: `radio${at}`, ...texts, values: options },
    { type: 'checkbox', key: `agree${at}`, ...texts },
    { type: 'hidden', key: `hidden${at}`, label: text, defaultValue: text },
    { type: 'file', key: `file${at}`, label: text },
  ];
}

function batches(): string[][] {
  const texts = shareOf(SCRIPT_INJECTIONS);
  const count = Math.ceil(texts.length / BATCH);
  return Array.from({ length: count }, (_, at) => texts.slice(at * BATCH, (at + 1) * BATCH));
}

interface Seen {
  /** Elements, attributes and links that the page does not have. */
  foreign: string[];
  /** All texts, values and placeholders. */
  texts: string[];
}

/** Runs in the page: uses its elements, and returns what it consists of. */
function look(known: string[]): Seen {
  const elements = [...document.querySelectorAll('main *')];
  for (const element of elements)
    for (const type of ['focus', 'mouseover', 'toggle', 'load', 'error', 'animationstart'])
      element.dispatchEvent(new Event(type));
  const foreign = elements.flatMap((element) => [
    ...(known.includes(element.localName) ? [] : [element.localName]),
    ...element
      .getAttributeNames()
      .filter((name) => /^on|^style$|^src|^action$|^formaction$|^srcdoc$/.test(name))
      .filter((name) => !(name === 'action' && /^\/forms\/frm_\w+$/.test(element.getAttribute(name)!))),
    ...(element.localName === 'a' && !/^(#field-\w+|\/forms\/frm_\w+)$/.test(element.getAttribute('href')!)
      ? [`link to ${element.getAttribute('href')}`]
      : []),
  ]);
  const texts = elements.flatMap((element) => [
    element.textContent ?? '',
    (element as HTMLInputElement).value ?? '',
    element.getAttribute('placeholder') ?? '',
  ]);
  return { foreign, texts: texts.map((text) => String(text).replaceAll(/\s/g, '')) };
}

describe('scripts in the texts of a form', () => {
  let app: TestApp;
  let opened: OpenedBrowser;
  let board: TestBoard;
  let context: BrowserContext;
  let page: Page;
  /** What the texts ran or requested. */
  let effects: string[];

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: APEX });
    const here = `127.0.0.1:${await listen(app)}`;
    opened = await openChromium(APEX, [`MAP *.trestle.test ${here}`]);
    const organization = await anOrganization({ app });
    board = await aBoard({ project: await aProject({ organization }) });
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    await app.close();
  });

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    effects = [];
    // Each time that the server looks, a person has had time to type.
    let now = Date.now();
    useClock({ now: () => new Date((now += 1_000)) });
    // Without the policy that would stop a script: there must be none.
    context = await browser.newContext({ bypassCSP: true });
    context.setDefaultTimeout(TIMEOUT_MS);
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      effects.push(`opens ${dialog.type()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin()}/forms/`)) effects.push(`requests ${request.url()}`);
    });
    await page.exposeFunction('fired', () => effects.push('runs a script'));
  });
  afterEach(async () => {
    useClock();
    if (opened.missing === null) await context.close();
  });

  const origin = () => `http://${board.organization.slug}.trestle.test`;
  /** Control characters are removed from definitions, and browsers change those of line breaks. */
  // oxlint-disable-next-line no-control-regex
  const plain = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\s]/g, '');
  const press = () => page.getByRole('button', { name: 'Submit', exact: true }).click();

  /** What is wrong with the page that is open; each of the texts must be in it at least so many times. */
  const wrongs = async (given: readonly string[], times: number, where: string): Promise<string[]> => {
    const { foreign, texts } = await page.evaluate(look, [...ELEMENTS]);
    const shown = texts.map(plain);
    const rare = given
      .map((text) => ({ text, count: shown.filter((each) => each === plain(text)).length }))
      .filter(({ count }) => count < times)
      .map(({ text, count }) => `${text} is shown ${count} times`);
    const wrong = [...foreign, ...effects, ...rare];
    effects.length = 0;
    return wrong.map((each) => `${where} of ${given[0]}: ${each}`);
  };

  it('finds what a page must not contain', async () => {
    await page.goto(`${origin()}/forms/${await aForm(board)}`);
    await page.locator('main').evaluate((main) => {
      main.innerHTML = '<img src=x onerror=fired()><a href="javascript:fired()">x</a><p onclick=fired()>';
    });
    const found = (await wrongs(['x'], 1, 'page')).join('\n');
    for (const each of ['img', 'onerror', 'link to javascript:', 'onclick', 'runs a script'])
      expect(found).toContain(each);
  });

  it('definitions, defaults and typed values are text', { timeout: 300_000 }, async () => {
    expect(SCRIPT_INJECTIONS.length).toBeGreaterThanOrEqual(150);
    const found: string[] = [];
    for (const batch of batches()) {
      const formId = await aForm(board, {
        components: [...batch.flatMap(fieldsWith), { type: 'phoneNumber', key: 'phone', label: 'Phone' }],
      });
      await page.goto(`${origin()}/forms/${formId}`);
      // Seven labels, six of them with two hints, and default values.
      found.push(...(await wrongs(batch, 25, 'page')));
      await page.locator('[name=phone]').fill('call me');
      for (const [at, text] of batch.entries()) await page.locator(`[name=area${at}]`).fill(`${text}!`);
      await press();
      await page.getByRole('alert').waitFor();
      found.push(...(await wrongs(batch, 24, 'rejected')));
      const typed = batch.map((text) => `${text}!`);
      found.push(...(await wrongs(typed, 1, 'typed')));
    }
    expect(found).toEqual([]);
  });

  it('names, descriptions and messages are text', { timeout: 300_000 }, async () => {
    const found: string[] = [];
    const id = await aForm(board);
    for (const given of shareOf(SCRIPT_INJECTIONS)) {
      const text = given.slice(0, FORM_NAME_MAX);
      const input = { id, name: text, description: text, settings: { successMessage: text } };
      await made(board.organization.owner.client, 'forms.update', input);
      await page.goto(`${origin()}/forms/${id}`);
      found.push(...(await wrongs([text], 2, 'page')));
      await page.goto(`${origin()}/forms/${id}?done=submitted`);
      found.push(...(await wrongs([text], 2, 'submitted')));
    }
    expect(found).toEqual([]);
  });

  it('names of files are text', async () => {
    const found: string[] = [];
    const formId = await aForm(board, {
      components: [
        { type: 'file', key: 'papers', label: 'Papers', multiple: true },
        { type: 'phoneNumber', key: 'phone', label: 'Phone' },
      ],
      mappings: [],
    });
    for (const batch of batches()) {
      await page.goto(`${origin()}/forms/${formId}`);
      const files = batch.map((name) => ({ name, mimeType: 'text/html', buffer: Buffer.from(name) }));
      await page.getByLabel('Papers').setInputFiles(files);
      await page.getByLabel('Phone').fill('call me');
      await press();
      await page.getByRole('alert').waitFor();
      expect(await page.locator('[name=_file-papers]').count()).toBe(files.length);
      // What is after the last slash.
      const named = batch.filter((name) => !/[/\\"]/.test(name));
      found.push(...(await wrongs(named, 1, 'files')));
    }
    expect(found).toEqual([]);
  });
});
