import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { conversationQuery } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { licenceLabel, verdictLabels } from '../revisions/revision-labels.ts'
import { sourceLabels } from '../skills/source-labels.ts'
import { type SkillQuestion, shortDigest } from './approval-question.ts'
import { BudgetEffect } from './budget-effect.tsx'
import { ConversationLink, factLink } from './conversation-link.tsx'
import { originText } from './origin-text.ts'

interface ApprovalFactsProps {
  readonly question: SkillQuestion
  readonly linkConversation: boolean
}

/** What the answer is about: size, exact revision, source; in one line once it is answered. */
export function ApprovalFacts({ question, linkConversation }: ApprovalFactsProps) {
  const pending = question.status === 'pending'
  const { data } = useQuery({ ...conversationQuery(question.conversationId), enabled: pending })
  const links = <Links question={question} linkConversation={linkConversation} />
  if (!pending) {
    return (
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
        <span>{formatCount(question.contentLength)} characters</span>
        <span className="font-mono" title={question.digest}>
          {shortDigest(question.digest)}
        </span>
        {links}
      </p>
    )
  }
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs [&_dt]:text-ink-3">
      <dt>Size</dt>
      <dd>
        {formatCount(question.contentLength)} characters
        {data && <BudgetEffect skills={data.skills} adds={question.contentLength} />}
      </dd>
      <dt>Revision</dt>
      <dd className="truncate font-mono" title={question.digest}>
        {shortDigest(question.digest)}
      </dd>
      {!(question.origin && question.sourceType === 'manual') && (
        <>
          <dt>Source</dt>
          <dd>{sourceLabels[question.sourceType]}</dd>
        </>
      )}
      {question.origin && (
        <>
          <dt>Came from</dt>
          <dd className="[overflow-wrap:anywhere]">
            <MarkedText text={originText(question.origin)} />
          </dd>
        </>
      )}
      {question.fetched && <FetchedFacts fetched={question.fetched} />}
      <dt>See</dt>
      <dd className="flex flex-wrap gap-x-3">{links}</dd>
    </dl>
  )
}

/** What the scan and the licence of a registry's skill say, and how long it stays. */
function FetchedFacts({ fetched }: { readonly fetched: NonNullable<SkillQuestion['fetched']> }) {
  const { registry, id, verdict, findings, licence, licence_decision: decision } = fetched
  const badges = [verdictLabels[verdict], licenceLabel(licence, decision)]
  return (
    <>
      <dt>Registry</dt>
      <dd className="[overflow-wrap:anywhere]">
        <MarkedText text={`${registry}: ${id}`} />
      </dd>
      <dt>Judged</dt>
      <dd className="flex flex-wrap items-center gap-1.5">
        {badges.map(({ text, tone }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
        {findings > 0 && <span className="text-ink-3">{plural(findings, 'finding')}</span>}
      </dd>
      <dt>Stays</dt>
      <dd>In this conversation only, without its files and scripts</dd>
    </>
  )
}

function Links({ question, linkConversation }: ApprovalFactsProps) {
  return (
    <>
      {question.fetched ? null : question.skillId ? (
        <Link
          to="/skills/$id"
          params={{ id: question.skillId }}
          search={{ tab: 'model' }}
          className={factLink}
        >
          View skill
        </Link>
      ) : (
        <Link to="/skills" search={{ q: question.slug }} className={factLink}>
          Find skill
        </Link>
      )}
      {linkConversation && <ConversationLink id={question.conversationId} />}
    </>
  )
}
