import { MemoryDiff } from '../memories/memory-diff.tsx'
import type { MemoryQuestion } from './approval-question.ts'
import { ConversationLink } from './conversation-link.tsx'

interface MemorySubjectProps {
  readonly question: MemoryQuestion
  readonly linkConversation: boolean
}

/** What the agent would remember, and why it asks. */
export function MemorySubject({ question, linkConversation }: MemorySubjectProps) {
  const { observation, status, conversationId } = question
  return (
    <>
      {status === 'pending' && (
        <p className="text-ink-2">
          It would be told in every conversation with you. You are asked because the agent has read
          texts here that outsiders may have written, and one of them may have told it to.
        </p>
      )}
      <MemoryDiff
        label="What it would remember"
        before={observation.before}
        after={observation.after}
      />
      {linkConversation && (
        <p className="text-xs">
          <ConversationLink id={conversationId} />
        </p>
      )}
    </>
  )
}
