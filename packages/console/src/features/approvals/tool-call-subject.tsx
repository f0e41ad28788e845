import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { shortDigest, type ToolCallQuestion } from './approval-question.ts'
import { ArgumentList } from './argument-list.tsx'
import { ConversationLink, factLink } from './conversation-link.tsx'
import { tierLabel } from './tier-labels.ts'

interface ToolCallSubjectProps {
  readonly question: ToolCallQuestion
  readonly linkConversation: boolean
}

/** Which tool would be called, with what, and what an answer is for. */
export function ToolCallSubject({ question, linkConversation }: ToolCallSubjectProps) {
  const { call, status, conversationId, id } = question
  const grants = useCan('settings.write')
  return (
    <>
      {status === 'pending' && <p className="text-xs text-ink-2">{tierLabel[call.tier].asks}</p>}
      {status === 'pending' && call.sends_to !== undefined && (
        <p className="text-xs text-ink-2">
          You are asked because the agent has read texts here that outsiders may have written, and
          one of them may have told it to send out what it knows. Look for words of this
          conversation in the arguments.
        </p>
      )}
      <ArgumentList given={call.arguments} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs [&_dt]:text-ink-3">
        <dt>Tool</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">
          <MarkedText text={call.tool} />
        </dd>
        <dt>Rule</dt>
        <dd>{tierLabel[call.tier].label}</dd>
        {call.sends_to !== undefined && (
          <>
            <dt>Sends to</dt>
            <dd className="font-mono [overflow-wrap:anywhere]">
              <MarkedText text={call.sends_to} />
            </dd>
          </>
        )}
        {call.skill !== null && (
          <>
            <dt>Last skill read</dt>
            <dd className="font-mono [overflow-wrap:anywhere]">
              <MarkedText text={call.skill} />
            </dd>
          </>
        )}
        <dt>Fingerprint</dt>
        <dd className="truncate font-mono" title={`Of these arguments: ${call.arguments_digest}`}>
          {shortDigest(call.arguments_digest)}
        </dd>
      </dl>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {linkConversation && <ConversationLink id={conversationId} />}
        {status === 'approved' && grants && call.tier !== 'MANUAL_ONLY' && (
          <Link to="/settings/grants" search={{ from: id }} className={factLink}>
            Allow again in turns nobody starts
          </Link>
        )}
      </p>
    </>
  )
}
