import { Global, Module } from '@nestjs/common';
import { REDIS, type RedisConnection } from '../cache/redis';
import { DatabaseUrl } from '../database/change-listener';
import { OpenConnections } from '../database/open-connections';
import { Log } from '../logging/log';
import { Broadcast } from './broadcast';
import { PostgresBroadcast } from './postgres-broadcast';
import { RedisBroadcast } from './redis-broadcast';

@Global()
@Module({
  providers: [
    {
      provide: Broadcast,
      useFactory: (redis: RedisConnection, url: DatabaseUrl, connections: OpenConnections, log: Log) =>
        redis === null ? new PostgresBroadcast(url, connections, log) : new RedisBroadcast(redis, log),
      inject: [REDIS, DatabaseUrl, OpenConnections, Log],
    },
  ],
  exports: [Broadcast],
})
export class BroadcastModule {}
