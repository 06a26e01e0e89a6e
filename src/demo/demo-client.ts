/** What the demo needs of the application: its routes, without a port. */
export interface Routes {
  inject(request: {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    payload?: string;
  }): Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;
}

const BOUNDARY = 'file-of-the-demo';

/** Maximum number of calls in one request. */
const BATCH = 100;

// The wire is untyped here, as it is for any program that calls it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = any;

/** Calls the service as any client does: through its routes, guards and validation, with one user's credential. */
export class DemoClient {
  constructor(
    private readonly routes: Routes,
    private readonly host: string,
    private readonly credential: Record<string, string> = {},
  ) {}

  as(credential: Record<string, string>): DemoClient {
    return new DemoClient(this.routes, this.host, credential);
  }

  async mutate(name: string, input: object): Promise<Answer> {
    const { body } = await this.post(`/api/trpc/${name}`, { json: input });
    return body.result.data.json;
  }

  async query(name: string, input: object): Promise<Answer> {
    const encoded = encodeURIComponent(JSON.stringify({ json: input }));
    const { body } = await this.send('GET', `/api/trpc/${name}?input=${encoded}`);
    return body.result.data.json;
  }

  /** Calls the same mutation once per input, in order. */
  async mutateEach(name: string, inputs: readonly object[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let start = 0; start < inputs.length; start += BATCH) {
      const batch = inputs.slice(start, start + BATCH);
      const names = batch.map(() => name).join(',');
      const calls = Object.fromEntries(batch.map((input, index) => [index, { json: input }]));
      const { body } = await this.post(`/api/trpc/${names}?batch=1`, calls);
      for (const answer of body) answers.push(answer.result.data.json);
    }
    return answers;
  }

  /** Uploads a text file; returns its id. */
  async upload(name: string, content: string): Promise<string> {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const payload = `${head}${content}\r\n--${BOUNDARY}--\r\n`;
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const { body } = await this.send('POST', '/api/files', payload, type);
    return body.files[0].id;
  }

  post(url: string, body: object): Promise<{ body: Answer; cookie: string }> {
    return this.send('POST', url, JSON.stringify(body));
  }

  private async send(
    method: 'GET' | 'POST',
    url: string,
    payload?: string,
    type = 'application/json',
  ): Promise<{ body: Answer; cookie: string }> {
    const described: Record<string, string> = payload === undefined ? {} : { 'content-type': type };
    const headers = { host: this.host, ...this.credential, ...described };
    const response = await this.routes.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    // A batch with a failure has status 207: only a complete success is accepted.
    if (response.statusCode > 201) throw new Error(failure(url, response.statusCode, response.body));
    const setCookie = String(response.headers['set-cookie'] ?? '');
    return { body: JSON.parse(response.body), cookie: setCookie.split(';', 1)[0]! };
  }
}

function failure(url: string, status: number, body: string): string {
  return `${url.slice(0, 200)} returned ${status}: ${body.slice(0, 500)}`;
}
