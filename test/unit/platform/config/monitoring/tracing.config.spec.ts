import { describe, expect, it } from 'vitest';
import { TracingConfig } from '../../../../../src/platform/config/monitoring/tracing.config';
import { readConfig } from '../../../../../src/platform/config/read-config';

const URL = 'http://collector.example:4318';
const read = (env: Record<string, string>) => readConfig(TracingConfig, env).traceExport();
const readTo = (env: Record<string, string>) => read({ OTEL_EXPORTER_OTLP_ENDPOINT: URL, ...env });

describe('the variables of OpenTelemetry', () => {
  it.each<Record<string, string>>([
    {},
    { OTEL_SERVICE_NAME: 'trestle', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'unknown' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_SDK_DISABLED: 'True' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_TRACES_EXPORTER: 'none' },
  ])('send nothing: %j', (env) => {
    expect(read(env)).toBeNull();
  });

  it('have the defaults of the standard', () => {
    expect(readTo({})).toEqual({
      url: `${URL}/v1/traces`,
      protocol: 'http/protobuf',
      headers: {},
      timeoutMs: 10_000,
      resource: { 'service.name': 'trestle' },
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    expect(readTo({ OTEL_SDK_DISABLED: 'no' })).not.toBeNull();
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/otlp/' }, { url: 'https://a.example/otlp/v1/traces' }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b.example/in' }, { url: 'https://b.example/in' }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, { protocol: 'http/json' }],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
      { protocol: 'http/json' },
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%3Dy ,', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2' },
      { headers: { a: '1', b: '2' } },
    ],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '500' }, { timeoutMs: 500 }],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '500', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '600' }, { timeoutMs: 600 }],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,deployment.environment.name=b%20c' },
      { resource: { 'service.name': 'a', 'deployment.environment.name': 'b c' } },
    ],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a', OTEL_SERVICE_NAME: 'b' },
      { resource: { 'service.name': 'b' } },
    ],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { sampler: 'traceidratio', ratio: 0.25 },
    ],
  ])('are read: %j', (env, expected) => {
    expect(readTo(env)).toMatchObject(expected);
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https/,
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a:s3cret@b' }, /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL must be one of http\/protobuf/],
    [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'x' }, /^OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be one of/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 's3cret' }, /^OTEL_EXPORTER_OTLP_HEADERS must be a list name=value/],
    [{ OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=%s3cret' }, /^OTEL_EXPORTER_OTLP_TRACES_HEADERS must be/],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '0' }, /^OTEL_EXPORTER_OTLP_TIMEOUT must be 1 to 60000/],
    [{ OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: 'x' }, /^OTEL_EXPORTER_OTLP_TRACES_TIMEOUT must be 1 to 60000/],
    [{ OTEL_RESOURCE_ATTRIBUTES: '=a' }, /^OTEL_RESOURCE_ATTRIBUTES must be a list/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER must be one of always_on/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    [{ OTEL_TRACES_SAMPLER_ARG: 'half' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    [{ OTEL_TRACES_EXPORTER: 'console' }, /^OTEL_TRACES_EXPORTER must be otlp or none/],
  ])('are rejected without their value when they are bad: %j', (env, message) => {
    expect(() => readTo(env)).toThrow(message);
    expect(() => readTo(env)).not.toThrow(/s3cret/);
  });
});
