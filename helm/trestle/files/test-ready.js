// Fails unless each service of the arguments is ready.
async function readiness(url) {
  const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(10_000) });
  console.log(url, response.status, await response.text());
  return response.ok;
}

Promise.all(process.argv.slice(1).map(readiness)).then(
  (ready) => process.exit(ready.every(Boolean) ? 0 : 1),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
