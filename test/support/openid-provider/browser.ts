import type { TestApp } from '../app';
import { APEX, type WireAnswer, WireClient } from '../client';

/** Goes from page to page as a browser does: keeps the cookies of each host, follows nothing by itself. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(private readonly app: TestApp) {}

  /** `where` is an address of the application, or a path at the apex. */
  get(where: string): Promise<WireAnswer> {
    return this.send('GET', where);
  }

  submit(where: string, fields: Record<string, string>): Promise<WireAnswer> {
    const { origin } = new URL(where, `http://${APEX}`);
    return this.send('POST', where, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
    });
  }

  cookie(name: string, host = APEX): string | undefined {
    return this.jars.get(host)?.get(name);
  }

  setCookie(name: string, value: string, host = APEX): void {
    this.jar(host).set(name, value);
  }

  private async send(
    method: string,
    where: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<WireAnswer> {
    const url = new URL(where, `http://${APEX}`);
    const jar = this.jar(url.host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await new WireClient(this.app).request(method, url.pathname + url.search, body, {
      accept: 'text/html',
      host: url.host,
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value, attributes] = /^([^=]+)=([^;]*);(.*)$/.exec(line)!;
      if (attributes!.includes('Max-Age=0')) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return answer;
  }

  private jar(host: string): Map<string, string> {
    let jar = this.jars.get(host);
    if (!jar) this.jars.set(host, (jar = new Map()));
    return jar;
  }
}
