import { describe, expect, it } from 'vitest';
import { DependencyGraph } from '../../../../../../src/modules/archives/importing/relations/dependency-graph';

function graphOf(dependencies: readonly (readonly [number, number])[]): DependencyGraph {
  const graph = new DependencyGraph();
  for (const [item, before] of dependencies.toSorted(([a], [b]) => a - b)) graph.add(item, before);
  return graph;
}

describe('the dependencies of a column', () => {
  it('have no circle without one', () => {
    expect(graphOf([]).circular()).toBeNull();
    const diamond = graphOf([
      [3, 1],
      [3, 2],
      [1, 0],
      [2, 0],
      [7, 3],
    ]);
    expect(diamond.circular()).toBeNull();
  });

  it.each([
    ['itself', [[4, 4]], [4]],
    [
      'each other',
      [
        [0, 5],
        [5, 0],
      ],
      [0, 5],
    ],
    [
      'items behind others',
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 1],
        [9, 0],
      ],
      [1, 2, 3],
    ],
  ] as const)('have a circle of %s', (_, dependencies, circle) => {
    expect(circle).toContain(graphOf(dependencies).circular());
  });

  it('can be a chain of a million items', () => {
    const length = 1_000_000;
    const graph = new DependencyGraph();
    for (let item = 0; item < length; item += 1) graph.add(item, item + 1);
    expect(graph.circular()).toBeNull();
    graph.add(length, 0);
    expect(graph.circular()).not.toBeNull();
  });
});
