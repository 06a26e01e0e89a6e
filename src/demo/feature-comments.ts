import type { DemoWorld } from './demo-world';

/** A conversation on some features: a mention, a reply, reactions, a pin and an attachment. */
export async function featureComments({ people }: DemoWorld, featureIds: readonly string[]): Promise<void> {
  const { chidi, dana, ben } = people;
  for (const itemId of featureIds.slice(0, 3)) {
    const notes = await dana.client.upload('interviews.md', '# Interviews\n\nSix of ten ask for it.\n');
    const { id: commentId } = await dana.client.mutate('comments.create', {
      itemId,
      body: `Six of ten people **asked** for it. @${chidi.id}, can it be part of the next release?`,
      attachmentIds: [notes],
    });
    await chidi.client.mutate('comments.create', {
      itemId,
      parentId: commentId,
      body: 'Yes, in _two weeks_.',
    });
    await ben.client.mutate('comments.react', { commentId, emoji: 'rocket' });
    await chidi.client.mutate('comments.pin', { id: commentId, pinned: true });
  }
}
