export { SchedulerModule } from './scheduler.module';
