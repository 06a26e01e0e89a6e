export { ExchangeModule } from './exchange.module';
export { ImportCausesService } from './import-causes.service';
export { STORED_IMPORTS } from './stored-imports.statements';
