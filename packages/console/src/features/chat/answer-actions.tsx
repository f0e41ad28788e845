import { Check, Copy, RotateCcw } from 'lucide-react'
import { useContext, useState } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import type { TurnView } from './conversation-view.ts'
import { MessageActionsContext } from './message-actions.ts'

interface AnswerActionsProps {
  readonly turn: Pick<TurnView, 'items' | 'message' | 'status'>
  /** Only the last message can be sent again as it is: an older one would follow what came after it. */
  readonly last: boolean
}

/** Takes an answer along as text, or asks for another one. */
export function AnswerActions({ turn, last }: AnswerActionsProps) {
  const { send, ready } = useContext(MessageActionsContext)
  const { message, status } = turn
  if (status === 'running' || status === 'waiting') return null
  const answer = answerText(turn)
  return (
    <div className="flex gap-0.5">
      {answer !== '' && <CopyAnswer text={answer} />}
      {last && message && (
        <IconButton
          label="Send the message again"
          disabled={!ready}
          onClick={() => send(message.text)}
        >
          <RotateCcw size={14} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

/** What the agent wrote in a turn, without what it did. */
export function answerText({ items }: Pick<TurnView, 'items'>): string {
  return items
    .flatMap((item) => (item.kind === 'text' && item.text !== '' ? [item.text] : []))
    .join('\n\n')
}

function CopyAnswer({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <IconButton
        label="Copy the answer"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        onBlur={() => setCopied(false)}
      >
        {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
