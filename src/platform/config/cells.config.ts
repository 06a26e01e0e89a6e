import { resolve } from 'node:path';
import { IsOptional, IsString } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** Where the organizations of other installations are found, if this one is one of several cells. */
export class CellsConfig {
  /** A JSON file with the cell of each organization; unset for an installation of its own. */
  @FromEnv('CELL_DIRECTORY', (text) => resolve(text))
  @IsOptional()
  @IsString()
  directoryFile: string | undefined;
}
