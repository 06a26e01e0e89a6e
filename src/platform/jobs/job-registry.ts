import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type JobDeclaration, jobDeclaration, type JobHandler } from './job.decorator';

export interface RegisteredJob extends JobDeclaration {
  handler: JobHandler<object>;
}

const NAME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;

/** Every job of the service by name, collected at boot. An invalid declaration stops the start. */
@Injectable()
export class JobRegistry implements OnModuleInit {
  private readonly jobs = new Map<string, RegisteredJob>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const declaration = jobDeclaration(metatype);
      if (declaration) this.add(declaration, instance as JobHandler<object>);
    }
  }

  all(): RegisteredJob[] {
    return [...this.jobs.values()];
  }

  has(name: string): boolean {
    return this.jobs.has(name);
  }

  private add(declaration: JobDeclaration, handler: JobHandler<object>): void {
    const { name, maxAttempts } = declaration;
    if (!NAME.test(name)) throw new Error(`A job's name is dotted lower-case words, not "${name}"`);
    if (this.jobs.has(name)) throw new Error(`Two jobs are named ${name}`);
    if (!Number.isInteger(maxAttempts) || maxAttempts < 2 || maxAttempts > 100) {
      throw new Error(`Job ${name} must allow 2 to 100 attempts`);
    }
    if (typeof (handler as Partial<JobHandler<object>> | undefined)?.perform !== 'function') {
      throw new Error(`Job ${name} has no perform method`);
    }
    this.jobs.set(name, { ...declaration, handler });
  }
}
