import { type Agent, request } from 'node:http';

/** Longer than every time limit of the service: what takes longer hangs. */
const HANGS_AFTER_MS = 30_000;

export interface Answer {
  /** 0 without a response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  milliseconds: number;
  /** Why there is no response. */
  fault?: string;
}

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: object;
  agent?: Agent;
}

/** One HTTP request; a connection that breaks is an answer with the status 0. */
export function httpCall({ method, url, headers = {}, body, agent }: Call): Promise<Answer> {
  const began = performance.now();
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const lost = (error: Error & { code?: string }) =>
      resolve({
        status: 0,
        headers: {},
        text: '',
        milliseconds: performance.now() - began,
        fault: error.code ?? error.message,
      });
    const sent = request(url, {
      method,
      agent,
      headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    });
    sent.on('error', lost);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', lost);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          milliseconds: performance.now() - began,
        }),
      );
    });
    sent.end(text);
  });
}
