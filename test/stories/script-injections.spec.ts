import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenedBrowser, openChromium, TIMEOUT_MS } from '../support/chromium';
import { sharedApp } from '../support/app';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anItem } from '../support/factories/item.factory';
import { made } from '../support/factories/workspace.factory';
import { SCRIPT_INJECTIONS } from '../support/script-injections';

const ORIGIN = 'http://trestle.test';

/** Elements that no rich text contains. */
const ACTIVE = new Set(
  'script img svg math iframe object embed style link meta base form input button video audio'.split(' '),
);

/** Runs in the page; returns the names of the elements of the text. */
async function use(html: string): Promise<string[]> {
  const main = document.querySelector('main')!;
  main.innerHTML = html;
  const elements = [...main.querySelectorAll('*')];
  for (const element of elements) {
    for (const type of ['focus', 'mouseover', 'toggle', 'load', 'error'])
      element.dispatchEvent(new Event(type));
    // A click on a link to another site leaves the page, as it should.
    const isLink = /^(?:https?|mailto):/.test((element as HTMLAnchorElement).href ?? '');
    if (!isLink) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
  await new Promise((resolve) => setTimeout(resolve));
  return elements.map(({ localName }) => localName);
}

describe('HTML that the API returns, inserted into a page', () => {
  let opened: OpenedBrowser;
  let board: TestBoard;
  let page: Page;
  /** What the texts ran or requested. */
  let effects: string[];

  beforeAll(async () => {
    await sharedApp();
    board = await aBoard({ columns: [{ name: 'Notes', type: 'long_text' }] });
    opened = await openChromium(ORIGIN, []);
  }, 120_000);
  afterAll(() => opened.browser?.close());
  afterEach(() => page?.close());

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    // Its own list: requests of the previous page can still arrive.
    const own: string[] = [];
    effects = own;
    page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.route('**', (route) => {
      if (route.request().url() === `${ORIGIN}/`)
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' });
      own.push(`requests ${route.request().url()}`);
      return route.abort();
    });
    page.on('dialog', (dialog) => own.push(`opens ${dialog.type()}`));
    await page.goto(`${ORIGIN}/`);
    await page.exposeFunction('fired', () => own.push('runs a script'));
  });

  /** Inserts each text, and focuses, hovers and clicks its elements; returns the texts that had an effect. */
  const insert = async (texts: readonly string[]): Promise<string[]> => {
    const harmful: string[] = [];
    for (const text of texts) {
      effects.push(...(await page.evaluate(use, text)).filter((name) => ACTIVE.has(name)));
      if (effects.length > 0) harmful.push(`${text}: ${effects.join(', ')}`);
      effects.length = 0;
    }
    return harmful;
  };

  it.each([
    '<img src=x onerror=fired()>',
    '<p onclick=fired()>x</p>',
    '<a href="javascript:fired()">x</a>',
    '<svg onload=fired()></svg>',
    '<iframe src="https://trestle.invalid"></iframe>',
  ])('finds the effect of %s, which is not rich text', async (text) => {
    expect(await insert([text])).toHaveLength(1);
  });

  it('comments do nothing', async () => {
    expect(SCRIPT_INJECTIONS.length).toBeGreaterThanOrEqual(150);
    const { client } = board.organization.owner;
    const itemId = await anItem(board);
    const rendered: string[] = [];
    for (const body of SCRIPT_INJECTIONS) {
      const { bodyHtml } = await made(client, 'comments.create', { itemId, body });
      rendered.push(bodyHtml);
    }
    expect(await insert(rendered)).toEqual([]);
  });

  it('descriptions and long texts do nothing', async () => {
    const { client } = board.organization.owner;
    const notes = board.column('Notes');
    const rendered: string[] = [];
    for (const text of SCRIPT_INJECTIONS) {
      const item = await made(client, 'items.create', {
        boardId: board.id,
        groupId: board.groupIds[0],
        name: 'Item',
        description: text,
        values: { [notes]: text },
      });
      rendered.push(item.description ?? '', item.values[notes] ?? '');
    }
    expect(await insert(rendered)).toEqual([]);
  });
});
