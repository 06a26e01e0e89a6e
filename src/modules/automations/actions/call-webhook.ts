import { z } from 'zod';
import type { Json } from '../../../kernel/json';
import { OutboundRejected } from '../../../platform/http/outbound-errors';
import { defineAction } from './action';
import { bodyProblem, contentTypeOf, filledBody, requestBody } from './webhook/request-body';
import { filledHeaders, requestHeaders } from './webhook/request-headers';
import { filledUrl, urlTemplateProblem, withoutVariables } from './webhook/request-url';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const URL_MAX = 2_048;

/** Sends a request. It is successful when the receiver responds with a status of 200 to 299. */
export const callWebhook = defineAction({
  type: 'call_webhook',
  config: z
    .strictObject({
      url: z.string().max(URL_MAX, `Must be at most ${URL_MAX} characters`),
      method: z.enum(METHODS, { error: `Must be one of ${METHODS.join(', ')}` }),
      headers: requestHeaders.optional(),
      body: requestBody.optional(),
    })
    .superRefine(({ method, body }, check) => {
      const message = bodyProblem(method, body as Json | undefined);
      if (message !== null) check.addIssue({ code: 'custom', path: ['body'], message });
    }),
  problems: async ({ tx, calls }, { url }) => {
    const message = urlTemplateProblem(url);
    if (message !== null) return [{ path: 'url', message }];
    try {
      await calls.outward.checkUrl(tx, withoutVariables(url));
      return [];
    } catch (error) {
      if (!(error instanceof OutboundRejected)) throw error;
      return [{ path: 'url', message: error.message }];
    }
  },
  run: async ({ tx, calls, text, index }, { url, method, headers = {}, body }) => {
    const target = await calls.outward.checkUrl(tx, await filledUrl(url, text));
    const contentType = contentTypeOf(headers, body as Json | undefined);
    const content = {
      url: target.href,
      method,
      headers: {
        ...(contentType === null ? {} : { 'content-type': contentType }),
        ...(await filledHeaders(headers, text)),
      },
      body: await filledBody(body as Json | undefined, contentType, text),
    };
    await calls.outward.send(tx, index, [content]);
    const summary = `Calls ${method} ${target.origin}${target.pathname}`;
    return { summary, url: content.url, method, headers: Object.keys(content.headers), body: content.body };
  },
});
