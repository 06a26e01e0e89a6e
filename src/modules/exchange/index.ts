export { ExchangeModule } from './exchange.module';
export { STORED_IMPORTS } from './stored-imports.statements';
