import { Matches } from 'class-validator';
import { ConfigurationProblem } from '../configuration-problem';
import { FromEnv } from '../from-env.decorator';
import { keyValues } from './key-values';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
export type TraceProtocol = (typeof PROTOCOLS)[number];

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TraceSampler = (typeof SAMPLERS)[number];

/** Where traces are sent, and what they say about this process. */
export interface TraceExport {
  readonly url: string;
  readonly protocol: TraceProtocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: TraceSampler;
  /** The share of sampled traces, 0 to 1, for the samplers with `traceidratio`. */
  readonly ratio: number;
}

/** The variables of OpenTelemetry that this service reads. Their values are checked only if traces are sent. */
export class TracingConfig {
  /** Any other value means false, as the standard says. */
  @FromEnv('OTEL_SDK_DISABLED', (text) => text.toLowerCase() === 'true')
  isDisabled = false;

  @FromEnv('OTEL_TRACES_EXPORTER')
  @Matches(/^(otlp|none)$/, { message: 'must be otlp or none' })
  exporter = 'otlp';

  @FromEnv('OTEL_EXPORTER_OTLP_ENDPOINT')
  endpoint: string | undefined;

  @FromEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  tracesEndpoint: string | undefined;

  @FromEnv('OTEL_EXPORTER_OTLP_PROTOCOL')
  protocol = 'http/protobuf';

  @FromEnv('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL')
  tracesProtocol: string | undefined;

  @FromEnv('OTEL_EXPORTER_OTLP_HEADERS')
  headers: string | undefined;

  @FromEnv('OTEL_EXPORTER_OTLP_TRACES_HEADERS')
  tracesHeaders: string | undefined;

  @FromEnv('OTEL_EXPORTER_OTLP_TIMEOUT')
  timeout = '10000';

  @FromEnv('OTEL_EXPORTER_OTLP_TRACES_TIMEOUT')
  tracesTimeout: string | undefined;

  @FromEnv('OTEL_SERVICE_NAME')
  serviceName: string | undefined;

  @FromEnv('OTEL_RESOURCE_ATTRIBUTES')
  resourceAttributes: string | undefined;

  @FromEnv('OTEL_TRACES_SAMPLER')
  sampler = 'parentbased_always_on';

  @FromEnv('OTEL_TRACES_SAMPLER_ARG')
  samplerArgument = '1';

  /** Null when no traces are sent. Throws ConfigurationProblem. */
  traceExport(): TraceExport | null {
    const url = this.url();
    if (url === null || this.isDisabled || this.exporter === 'none') return null;
    return {
      url,
      protocol: this.chosenProtocol(),
      headers: {
        ...keyValues('OTEL_EXPORTER_OTLP_HEADERS', this.headers),
        ...keyValues('OTEL_EXPORTER_OTLP_TRACES_HEADERS', this.tracesHeaders),
      },
      timeoutMs: this.timeoutMs(),
      resource: this.resource(),
      sampler: oneOf('OTEL_TRACES_SAMPLER', this.sampler, SAMPLERS),
      ratio: this.ratio(),
    };
  }

  /** The endpoint of traces as it is; the general one with the path of traces. */
  private url(): string | null {
    if (this.tracesEndpoint !== undefined)
      return assertUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', this.tracesEndpoint).href;
    if (this.endpoint === undefined) return null;
    const url = assertUrl('OTEL_EXPORTER_OTLP_ENDPOINT', this.endpoint);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
    return url.href;
  }

  private chosenProtocol(): TraceProtocol {
    return this.tracesProtocol === undefined
      ? oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', this.protocol, PROTOCOLS)
      : oneOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', this.tracesProtocol, PROTOCOLS);
  }

  private timeoutMs(): number {
    const milliseconds = Number(this.tracesTimeout ?? this.timeout);
    if (Number.isInteger(milliseconds) && milliseconds >= 1 && milliseconds <= 60_000) return milliseconds;
    const variable = this.tracesTimeout === undefined ? 'TIMEOUT' : 'TRACES_TIMEOUT';
    throw new ConfigurationProblem(`OTEL_EXPORTER_OTLP_${variable} must be 1 to 60000 milliseconds`);
  }

  private resource(): Record<string, string> {
    const given = keyValues('OTEL_RESOURCE_ATTRIBUTES', this.resourceAttributes);
    return {
      'service.name': 'trestle',
      ...given,
      ...(this.serviceName === undefined ? {} : { 'service.name': this.serviceName }),
    };
  }

  private ratio(): number {
    const ratio = Number(this.samplerArgument);
    if (ratio >= 0 && ratio <= 1) return ratio;
    throw new ConfigurationProblem('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  }
}

function assertUrl(variable: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isUsable) return url;
  throw new ConfigurationProblem(`${variable} must be an http or https URL without a user name or password`);
}

function oneOf<Value extends string>(variable: string, text: string, values: readonly Value[]): Value {
  const value = values.find((each) => each === text);
  if (value !== undefined) return value;
  throw new ConfigurationProblem(`${variable} must be one of ${values.join(', ')}`);
}
