import type { PendingRevisionBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import { Decided } from './decided.tsx'
import { SkillLink } from './skill-link.tsx'

type Proposal = NonNullable<PendingRevisionBody['proposal']>

interface ProposalFactsProps {
  readonly revision: PendingRevisionBody
  readonly proposal: Proposal
}

/** Who proposes it, where, what it would change, and why. */
export function ProposalFacts({ revision, proposal }: ProposalFactsProps) {
  const { created_at, skill_id, base } = revision
  const mine = proposal.person === useMe().member.id
  return (
    <div className="mb-5 flex flex-col gap-1 text-xs text-ink-2">
      <p className="[overflow-wrap:anywhere]">
        {proposal.by === 'member' ? 'Offered' : 'Written'} <Timestamp at={created_at} /> by{' '}
        <Author proposal={proposal} mine={mine} />
        {mine && proposal.conversation_id !== null && (
          <>
            {' in '}
            <Link
              to="/chat/$id"
              params={{ id: proposal.conversation_id }}
              className="underline underline-offset-2"
            >
              this conversation
            </Link>
          </>
        )}
        .
        {skill_id && base && (
          <>
            {' It changes '}
            <SkillLink id={skill_id}>{base.slug}</SkillLink>.
          </>
        )}
      </p>
      {proposal.reason && (
        <blockquote className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
          <span className="sr-only">
            {proposal.by === 'member' ? 'Reason: ' : 'The agent’s reason: '}
          </span>
          <MarkedText text={proposal.reason} />
        </blockquote>
      )}
      <Decided revision={revision} />
    </div>
  )
}

function Author({ proposal, mine }: { readonly proposal: Proposal; readonly mine: boolean }) {
  if (mine) return proposal.by === 'member' ? 'you' : 'your agent'
  return (
    <>
      {proposal.by === 'agent' && 'the agent of '}
      <MarkedText text={proposal.person_name ?? 'a former member'} />
    </>
  )
}
