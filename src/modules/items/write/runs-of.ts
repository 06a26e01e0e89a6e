/** The list in parts, in its order: neighbors that belong together are one part, and each of the others is one. */
export function runsOf<T>(list: readonly T[], belongsTogether: (each: T) => boolean): T[][] {
  const runs: T[][] = [];
  let isOpen = false;
  for (const each of list) {
    const isJoined = belongsTogether(each);
    if (isJoined && isOpen) runs.at(-1)!.push(each);
    else runs.push([each]);
    isOpen = isJoined;
  }
  return runs;
}
