import { IsInt, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';
import { isSameSecret } from '../../crypto/constant-time';
import { asInteger, FromEnv } from '../from-env.decorator';

const PORT = { message: 'must be a port number from 0 to 65535' };

/** Where Prometheus reads the metrics of this process: on a port of their own, or else on that of the API. */
export class MetricsConfig {
  @FromEnv('METRICS_PORT', asInteger)
  @IsOptional()
  @IsInt(PORT)
  @Min(0, PORT)
  @Max(65_535, PORT)
  port: number | undefined;

  @FromEnv('METRICS_HOST')
  @IsString()
  @Matches(/^[A-Za-z0-9.:_-]+$/, { message: 'must be an address or a host name to listen on' })
  host = '127.0.0.1';

  /** Required of every scrape, if it is set. */
  @FromEnv('METRICS_TOKEN')
  @IsOptional()
  @MinLength(16, { message: 'must be at least 16 characters' })
  token: string | undefined;

  /** Whether the header has the token; false when there is none. */
  hasToken(authorization = ''): boolean {
    return this.token !== undefined && isSameSecret(authorization, `Bearer ${this.token}`);
  }
}
