export { ExchangeModule } from './exchange.module';
