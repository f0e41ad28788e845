import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { PartPending } from '../../shared/reading/reading.tsx'
import { type AuthoredToolQuestion, shortDigest } from './approval-question.ts'
import { ConversationLink, factLink } from './conversation-link.tsx'

const AuthoredToolText = lazy(() =>
  import('./authored-tool-text.tsx').then((module) => ({ default: module.AuthoredToolText })),
)

interface AuthoredToolSubjectProps {
  readonly question: AuthoredToolQuestion
  readonly linkConversation: boolean
}

/** Which code would run: all of it while the question is open, one line afterwards. */
export function AuthoredToolSubject({ question, linkConversation }: AuthoredToolSubjectProps) {
  const { tool, status, conversationId } = question
  return (
    <>
      {status === 'pending' && (
        <>
          <p className="text-xs text-ink-2">
            An agent wrote this code. It can compute and read your skills; it reaches no network, no
            files and no other tool. Your yes is for exactly this code.
          </p>
          <Suspense fallback={<PartPending label="the code">Loading the code…</PartPending>}>
            <AuthoredToolText tool={tool} />
          </Suspense>
        </>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
        <span className="font-mono [overflow-wrap:anywhere]">
          <MarkedText text={tool.name} />
        </span>
        <span>
          Version {tool.version}
          {tool.before && `, approved before: version ${tool.before.version}`}
        </span>
        <span className="font-mono" title={tool.digest}>
          {shortDigest(tool.digest)}
        </span>
        <Link to="/settings/tools/$id" params={{ id: tool.id }} className={factLink}>
          View tool
        </Link>
        {linkConversation && <ConversationLink id={conversationId} />}
      </p>
    </>
  )
}
