// Fails unless each service of the arguments is ready.
async function readiness(url) {
  const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(10_000) });
  process.stdout.write(`${url} ${response.status} ${await response.text()}\n`);
  return response.ok;
}

Promise.all(process.argv.slice(1).map(readiness)).then(
  (ready) => process.exit(ready.every(Boolean) ? 0 : 1),
  (error) => {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  },
);
