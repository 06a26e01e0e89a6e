export { ExchangeModule } from './exchange.module';
export { boardsImportsGet } from './imports.schemas';
export { ImportCausesService } from './import-causes.service';
export { STORED_IMPORTS } from './stored-imports.statements';
