import type { ConversationSummary } from '@repertoire/protocol'

/** A conversation's title, or a placeholder while it has none. */
export function titleOf({ title }: Pick<ConversationSummary, 'title'>): string {
  return title || 'Untitled conversation'
}
