/** The file of the waiting jobs in a backup. */
export const jobsFile = 'jobs.copy.gz';

/** The file of a table or partition in a backup. */
export function rowsFile(table: string): string {
  return `tables/${table}.copy.gz`;
}
