import { MarkedText } from '../../shared/design/marked-text.tsx'
import { type ConnectorQuestion, shortDigest } from './approval-question.ts'
import { ConversationLink } from './conversation-link.tsx'

interface ConnectorFactsProps {
  readonly question: ConnectorQuestion
  readonly linkConversation: boolean
}

/** Which connector, and where its calls go. */
export function ConnectorFacts({ question, linkConversation }: ConnectorFactsProps) {
  const { name, endpoint, digest } = question.connector
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs [&_dt]:text-ink-3">
      <dt>Connector</dt>
      <dd className="font-mono [overflow-wrap:anywhere]">
        <MarkedText text={name} />
      </dd>
      <dt>Calls go to</dt>
      <dd className="font-mono [overflow-wrap:anywhere]">
        <MarkedText text={endpoint} />
      </dd>
      <dt>As configured</dt>
      <dd className="truncate font-mono" title={digest}>
        {shortDigest(digest)}
      </dd>
      {linkConversation && (
        <>
          <dt>See</dt>
          <dd>
            <ConversationLink id={question.conversationId} />
          </dd>
        </>
      )}
    </dl>
  )
}
