import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { PartPending } from '../../shared/reading/reading.tsx'
import { Finding } from '../revisions/finding-list.tsx'
import { type SkillChangeQuestion, shortDigest } from './approval-question.ts'
import { ConversationLink, factLink } from './conversation-link.tsx'
import { originText } from './origin-text.ts'

const SkillChangeText = lazy(() =>
  import('./skill-change-text.tsx').then((module) => ({ default: module.SkillChangeText })),
)

interface SkillChangeSubjectProps {
  readonly question: SkillChangeQuestion
  readonly linkConversation: boolean
}

/** Which skill would become what: its text while the question is open, one line afterwards. */
export function SkillChangeSubject({ question, linkConversation }: SkillChangeSubjectProps) {
  const { change, status, conversationId } = question
  const { slug, version, digest, base_digest, skill_id } = change
  const shown = digest ?? base_digest ?? ''
  return (
    <>
      {status === 'pending' && change.found && <FoundInChange found={change.found} />}
      {status === 'pending' && (
        <Suspense fallback={<PartPending label="the text">Loading the text…</PartPending>}>
          <SkillChangeText change={change} />
        </Suspense>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
        <span className="font-mono [overflow-wrap:anywhere]">
          <MarkedText text={slug} />
        </span>
        <span>{revisionLabel(change.action, version)}</span>
        {change.origin && (
          <span className="[overflow-wrap:anywhere]">
            <MarkedText text={originText(change.origin)} />
          </span>
        )}
        <span className="font-mono" title={shown}>
          {shortDigest(shown)}
        </span>
        {skill_id ? (
          <Link to="/skills/$id" params={{ id: skill_id }} className={factLink}>
            View skill
          </Link>
        ) : (
          status === 'approved' && (
            <Link to="/skills" search={{ q: slug }} className={factLink}>
              Find skill
            </Link>
          )
        )}
        {linkConversation && <ConversationLink id={conversationId} />}
      </p>
    </>
  )
}

/** An approval is a yes to this, and where it has to be an owner's, only an owner's counts. */
function FoundInChange({
  found,
}: {
  readonly found: NonNullable<SkillChangeQuestion['change']['found']>
}) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-3">The scan found {plural(found.length, 'thing')} in it</p>
      <ul aria-label="Findings" className="card divide-y divide-line">
        {found.map((finding) => (
          <Finding
            key={`${finding.rule} ${finding.path} ${finding.line} ${finding.column}`}
            finding={finding}
          />
        ))}
      </ul>
    </div>
  )
}

function revisionLabel(
  action: SkillChangeQuestion['change']['action'],
  version: number | null,
): string {
  if (version === null) return 'New'
  return action === 'update' ? `Revision ${version} to ${version + 1}` : `Revision ${version}`
}
