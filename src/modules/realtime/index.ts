export { RealtimeModule } from './realtime.module';
