import type { TestApp } from './app';
import { APEX, type WireAnswer, WireClient } from './client';

export interface PageAnswer extends WireAnswer {
  text: string;
  location: string | undefined;
  setCookies: string[];
}

interface PageForm {
  action: string;
  /** The unchanged fields that a browser would send. */
  fields: Record<string, string>;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a browser does with pages that have no scripts: keeps cookies, sends forms, and says where they are from. */
export class PageBrowser {
  private readonly cookies = new Map<string, string>();
  private readonly client: WireClient;
  private readonly origin: string;

  constructor(
    app: TestApp,
    options: { slug?: string; cookie?: string; headers?: Record<string, string> } = {},
  ) {
    const { slug, cookie, headers } = options;
    this.client = new WireClient(app, { ...(slug ? { slug } : {}), ...(headers ? { headers } : {}) });
    this.origin = `http://${slug ? `${slug}.${APEX}` : APEX}`;
    if (cookie) this.keep(cookie);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a form like a page of this origin, unless the headers say otherwise. */
  post(
    path: string,
    fields: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    return this.send('POST', path, body, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: this.origin,
      ...headers,
    });
  }

  /** Fills in the form of a page that goes to `action`, and sends it. */
  submit(answer: PageAnswer, action: string, values: Record<string, string> = {}): Promise<PageAnswer> {
    const found = formsOf(answer).find((form) => form.action === action);
    if (!found) throw new Error(`No form leads to ${action}: ${answer.text}`);
    return this.post(action, { ...found.fields, ...values });
  }

  private async send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<PageAnswer> {
    const answer = await this.client.request(method, path, body, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
      ...headers,
    });
    const setCookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const each of setCookies) this.keep(each);
    return {
      ...answer,
      text: answer.bytes.toString('utf8'),
      location: answer.headers['location'],
      setCookies,
    };
  }

  private keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function formsOf({ text }: { text: string }): PageForm[] {
  return [...text.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inside = '']) => ({
      action: decoded(action),
      fields: Object.fromEntries(
        [...inside.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = '']) => [
          attribute(attributes, 'name'),
          attribute(attributes, 'value'),
        ]),
      ),
    }),
  );
}

/** The text of a page as people read it. */
export function wordsOf({ text }: { text: string }): string {
  const body = text.slice(text.indexOf('<main'));
  return decoded(body.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
}

function attribute(attributes: string, name: string): string {
  return decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, entity: string) => ENTITIES[entity]!);
}
