import { useClock } from '../../../src/kernel/clock';
import { APEX, WireClient } from '../client';
import { type FormPart, upload } from '../multipart';
import { type PageAnswer, PageBrowser } from '../page-browser';
import { type SentField, sentFields } from '../page-form';
import type { TestBoard } from './board.factory';

/** A respondent without an account in front of the public page of a form. */
export class Respondent {
  readonly browser: PageBrowser;
  /** What a person reads and types takes time. */
  private seconds = 0;

  constructor(
    { organization: { app, slug } }: TestBoard,
    options: { cookie?: string; headers?: Record<string, string> } = {},
  ) {
    this.browser = new PageBrowser(app, { slug, ...options });
  }

  open(formId: string): Promise<PageAnswer> {
    return this.browser.get(`/forms/${formId}`);
  }

  /** Submits the page with the given fields changed; null removes a field. */
  submit(
    formId: string,
    page: PageAnswer,
    typed: Record<string, string | string[] | null> = {},
  ): Promise<PageAnswer> {
    const fields = sentFields(page.text).filter(([name]) => !Object.hasOwn(typed, name));
    for (const [name, value] of Object.entries(typed))
      for (const each of value === null ? [] : [value].flat()) fields.push([name, each]);
    return this.send(formId, fields);
  }

  async send(formId: string, fields: readonly SentField[]): Promise<PageAnswer> {
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
    this.seconds += 5;
    return afterSeconds(this.seconds, () => this.browser.post(`/forms/${formId}`, body));
  }
}

/** Sends the page as a browser does when its form has file fields; the files are at the end. */
export async function sendWithFiles(
  { organization: { app, slug } }: TestBoard,
  formId: string,
  fields: readonly SentField[],
  files: readonly FormPart[],
): Promise<PageAnswer> {
  const parts = [...fields.map(([field, content]) => ({ field, content, name: null })), ...files];
  const headers = { origin: `http://${slug}.${APEX}`, accept: 'text/html' };
  const client = new WireClient(app, { slug });
  const answer = await afterSeconds(5, () => upload(client, parts, { path: `/forms/${formId}`, headers }));
  const text = answer.bytes.toString();
  return { ...answer, text, location: answer.headers['location'], setCookies: [] };
}

/** What happens some time later. */
export async function afterSeconds<T>(seconds: number, act: () => Promise<T>): Promise<T> {
  useClock({ now: () => new Date(Date.now() + seconds * 1_000) });
  try {
    return await act();
  } finally {
    useClock();
  }
}
