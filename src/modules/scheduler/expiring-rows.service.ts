import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type ExpiringRows, expiringRowsOf } from '../../platform/schedule/expires.decorator';

/** Every kind of expiring rows, collected at boot. Two kinds of one name stop the start. */
@Injectable()
export class ExpiringRowsService implements OnModuleInit {
  private readonly byKind = new Map<string, ExpiringRows>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const rows of this.discovery.getProviders().flatMap(({ metatype }) => expiringRowsOf(metatype))) {
      if (this.byKind.has(rows.kind)) throw new Error(`Two kinds of expiring rows are named ${rows.kind}`);
      this.byKind.set(rows.kind, rows);
    }
  }

  all(): ExpiringRows[] {
    return [...this.byKind.values()];
  }
}
