import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface ProbedUrl {
  status: number;
  /** The clock of the server, in whole seconds; null without a valid header. */
  date: Date | null;
}

/**
 * Calls an address of this installation that the operator configured, so that the outbound guard does not apply. Its
 * certificate is not verified, which is a check by itself.
 */
export function probePublicUrl(url: string, timeoutMs: number): Promise<ProbedUrl> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'GET', rejectUnauthorized: false, agent: false }, (response) => {
      const date = new Date(response.headers.date ?? Number.NaN);
      resolve({ status: response.statusCode!, date: Number.isNaN(date.getTime()) ? null : date });
      response.destroy();
    });
    call.setTimeout(timeoutMs, () => call.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    call.once('error', reject);
    call.end();
  });
}
