import { resolve } from 'node:path';
import { IsOptional, IsString } from 'class-validator';
import { FromEnv } from './from-env.decorator';

const WEB_ADDRESS = /^https?:\/\//i;

/** Where the organizations of other installations are found, if this one is one of several cells. */
export class CellsConfig {
  /** A JSON file with the cell of each organization, or its URL; unset for an installation of its own. */
  @FromEnv('CELL_DIRECTORY', (text) => (WEB_ADDRESS.test(text) ? text : resolve(text)))
  @IsOptional()
  @IsString()
  directory: string | undefined;

  get directoryFile(): string | undefined {
    return this.directoryUrl === undefined ? this.directory : undefined;
  }

  get directoryUrl(): string | undefined {
    return this.directory !== undefined && WEB_ADDRESS.test(this.directory) ? this.directory : undefined;
  }
}
