import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import type { TestApp } from './app';
import { WireClient } from './client';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A validator for delivered events by the schema that the service publishes; another library than the one that writes it. */
export async function eventValidator(app: TestApp): Promise<ValidateFunction> {
  const { body } = await new WireClient(app).request('GET', '/api/events.schema.json', undefined, {});
  return new Ajv2020({ strict: true, formats: { 'date-time': ISO } }).compile(body as object);
}
