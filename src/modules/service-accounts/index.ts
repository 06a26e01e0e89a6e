export { ServiceAccountsModule } from './service-accounts.module';
