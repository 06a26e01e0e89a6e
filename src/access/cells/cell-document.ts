import { isOrigin, ORGANIZATION_SLUG } from '../../platform/config/http.config';

/** The origin of the cell of each organization, by slug. */
export type CellDocument = ReadonlyMap<string, string>;

/** Why a file is no directory of cells. Names the entry. */
export class CellDocumentProblem extends Error {}

/** About 60,000 organizations: a larger document would stop the process noticeably while it is parsed. */
export const DOCUMENT_MAX_BYTES = 4 * 1024 * 1024;

const MAX_SHOWN_CHARACTERS = 80;

/** Reads `{"<slug>": "<PUBLIC_URL of the cell>", …}`; throws CellDocumentProblem. */
export function parseCellDocument(text: string): CellDocument {
  const entries = Object.entries(jsonObject(text));
  return new Map(entries.map(([slug, address]) => [slug, originOf(slug, address)]));
}

function jsonObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CellDocumentProblem('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CellDocumentProblem('must be a JSON object of slugs and addresses');
  return value;
}

function originOf(slug: string, address: unknown): string {
  const shown = JSON.stringify(slug.slice(0, MAX_SHOWN_CHARACTERS));
  if (!ORGANIZATION_SLUG.test(slug))
    throw new CellDocumentProblem(`${shown} is not the slug of an organization`);
  if (typeof address !== 'string' || !isOrigin(address))
    throw new CellDocumentProblem(
      `${shown} must have the PUBLIC_URL of a cell, an http or https URL without a path`,
    );
  return new URL(address).origin;
}
