import { isTraced, inSpan } from '../platform/tracing/tracing';
import { asAppError, httpStatusOf } from '../http/errors/error-shape';

type Outcome = { readonly body: string } | { readonly thrown: unknown };

/** The span of one call of a procedure. Only failures of the service mark it as failed; rejections have their code. */
export async function inCallSpan(name: string, work: () => Promise<string>): Promise<string> {
  if (!isTraced()) return work();
  const attributes = { 'rpc.system.name': 'trpc', 'rpc.method': name };
  const outcome = await inSpan<Outcome>(name, { attributes }, async (span) => {
    try {
      return { body: await work() };
    } catch (thrown) {
      const error = asAppError(thrown);
      span.set({ 'rpc.response.status_code': error.code });
      if (httpStatusOf(error) >= 500) span.fail(error.code);
      return { thrown };
    }
  });
  if ('thrown' in outcome) throw outcome.thrown;
  return outcome.body;
}
