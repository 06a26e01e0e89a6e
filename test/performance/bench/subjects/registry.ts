import type { SubjectFactory } from '../subject';
import { FloorSubject } from './floor';
import { TrestleSubject } from './trestle';

/**
 * What `--service` can name. The floor against itself shows how far the rounds of one run differ by chance.
 */
export const SUBJECTS: Readonly<Record<string, SubjectFactory>> = {
  trestle: (context) => new TrestleSubject(context),
  floor: (context) => new FloorSubject(context, 'floor_again'),
};

export const DEFAULT_SERVICE = 'trestle';
