import { setTimeout as delay } from 'node:timers/promises';
import { startAtUrl, type TestApp } from '../app';
import { deliverEvents } from '../events';

export interface DocumentService {
  app: TestApp;
  url: string;
  close(): Promise<void>;
}

/** As `npm start` leaves it: limits on, the apex at its own port, events delivered. It may call receivers of this machine. */
export async function serveDocuments(environment: Record<string, string> = {}): Promise<DocumentService> {
  const { app, url } = await startAtUrl({
    RATE_LIMITS: 'on',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...environment,
  });
  const closing = new AbortController();
  const deliver = async () => {
    for (; !closing.signal.aborted; await delay(50)) await deliverEvents(app);
  };
  const delivering = deliver();
  const close = async () => {
    closing.abort();
    await delivering;
    await app.close();
  };
  return { app, url, close };
}
