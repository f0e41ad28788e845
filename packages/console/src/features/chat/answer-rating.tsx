import type { Rating } from '@repertoire/protocol'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { IconButton } from '../../shared/design/button.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import type { TurnView } from './conversation-view.ts'

interface AnswerRatingProps {
  readonly conversationId: string
  readonly turn: Pick<TurnView, 'runId' | 'status' | 'rating'>
}

const thumbs = [
  { value: 'up', label: 'Good answer', icon: ThumbsUp },
  { value: 'down', label: 'Bad answer', icon: ThumbsDown },
] as const

/** What the person thinks of an answer that has ended; pressing the same thumb again takes it back. */
export function AnswerRating({ conversationId, turn }: AnswerRatingProps) {
  const { runId, status } = turn
  const rate = useAction({
    mutationFn: (rating: Rating['rating']) =>
      api.conversations.rate(conversationId, runId ?? '', rating),
    // Presses come in one after another, and the last one counts.
    scope: { id: `rating ${runId}` },
  })
  if (runId === null || (status !== 'completed' && status !== 'failed')) return null
  // The log is the truth; while an answer is under way, what was pressed.
  const rating = rate.isPending ? rate.variables : turn.rating
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">Rate the answer</legend>
      {thumbs.map(({ value, label, icon: Icon }) => (
        <IconButton
          key={value}
          label={label}
          aria-pressed={rating === value}
          onClick={() => rate.mutate(rating === value ? null : value)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        >
          <Icon
            size={14}
            aria-hidden="true"
            className={rating === value ? 'fill-current' : undefined}
          />
        </IconButton>
      ))}
    </fieldset>
  )
}
