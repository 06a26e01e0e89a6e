import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { packageVersion } from '../../platform/config/version';
import { MailStateService } from './mail-state.service';
import { type Checks, ReadinessService } from './readiness.service';

interface Failure {
  status: 'error';
  error: string;
}

const inTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Probes (contract §10): public, not rate limited, and without hosts or causes of failures. */
@Controller('api/health')
export class HealthHttpController {
  private readonly version = packageVersion();

  constructor(
    private readonly readiness: ReadinessService,
    private readonly mails: MailStateService,
  ) {}

  @Get()
  alive(): { status: 'ok'; version: string; uptimeSeconds: number } {
    return { status: 'ok', version: this.version, uptimeSeconds: Math.floor(process.uptime()) };
  }

  @Get('db')
  async database(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok'; latencyMs: number } | Failure> {
    try {
      const { latencyMs } = await this.readiness.askDatabase();
      return { status: 'ok', latencyMs: inTenths(latencyMs) };
    } catch {
      return fail(reply, 'the database does not answer');
    }
  }

  @Get('redis')
  async redis(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok'; latencyMs: number } | { status: 'disabled' } | Failure> {
    try {
      const latencyMs = await this.readiness.askRedis();
      return latencyMs === null ? { status: 'disabled' } : { status: 'ok', latencyMs: inTenths(latencyMs) };
    } catch {
      return fail(reply, 'Redis does not respond');
    }
  }

  @Get('replica')
  replica(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): { status: 'ok'; lagMs: number } | { status: 'disabled' } | (Failure & { lagMs: number | null }) {
    const state = this.readiness.replicaState();
    if (state === null) return { status: 'disabled' };
    const lagMs = state.lagMs === null ? null : Math.round(state.lagMs);
    return state.problem === null
      ? { status: 'ok', lagMs: lagMs ?? 0 }
      : { ...fail(reply, state.problem), lagMs };
  }

  /** Not a part of the readiness: without mails everything else works, and they are sent later (decision 0134). */
  @Get('mail')
  async mail(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok' } | { status: 'disabled' } | Failure> {
    const state = await this.mails.state();
    return state === 'error' ? fail(reply, 'mails have failed') : { status: state };
  }

  @Get('ready')
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok'; checks: Checks } | (Failure & { checks: Checks })> {
    const { checks, problem } = await this.readiness.check();
    return problem === null ? { status: 'ok', checks } : { ...fail(reply, problem), checks };
  }
}

function fail(reply: FastifyReply, error: string): Failure {
  void reply.status(503);
  return { status: 'error', error };
}
