/** A figure that a test has measured, for the one who runs it. */
export function report(line: string): void {
  process.stdout.write(`  measured: ${line}\n`);
}
