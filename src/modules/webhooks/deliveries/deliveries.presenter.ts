import type { DeliveryRecord } from './deliveries.read-model';
import type { DeliveryOutput } from './deliveries.schemas';

export function presentDelivery(delivery: DeliveryRecord): DeliveryOutput {
  const { id, webhookId, eventId, eventType, status, attempts, nextAttemptAt, url, requestHeaders } =
    delivery;
  const { responseStatus, responseHeaders, responseBody, error, durationMs, attemptedAt } = delivery;
  return {
    id,
    webhookId,
    eventId,
    eventType,
    status,
    attempts,
    nextAttemptAt,
    request: url === null ? null : { url, headers: requestHeaders ?? {}, body: delivery.requestBody ?? '' },
    response:
      responseStatus === null
        ? null
        : { status: responseStatus, headers: responseHeaders ?? {}, body: responseBody ?? '' },
    error,
    durationMs,
    attemptedAt,
    completedAt: delivery.completedAt,
    createdAt: delivery.createdAt,
  };
}
