import type { ConversationSummary } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'

/** A conversation's title as it was written, or a placeholder while it has none. */
export function titleOf({ title }: Pick<ConversationSummary, 'title'>): string {
  return title || 'Untitled conversation'
}

/** The same for labels and messages: what would not be seen is named. */
export function titleLabel(conversation: Pick<ConversationSummary, 'title'>): string {
  return renderAnnotations(titleOf(conversation))
}
