import type { PendingRevisionBody } from '@repertoire/protocol'
import { useId, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { AtDecisionPlace } from '../../shared/reading/decision-place.tsx'
import { ReadFirst } from '../../shared/reading/read-first.tsx'
import { useReadingProgress } from '../../shared/reading/reading.tsx'
import { useMayWriteSkills, useMe } from '../../shared/session/use-me.ts'
import { useDecideRevision } from './use-decide-revision.ts'

function acceptText({ skill_id, moves }: PendingRevisionBody): string {
  if (moves) return 'Accept for the organisation'
  return skill_id === null ? 'Accept as a skill' : 'Accept the change'
}

const scopes = [
  { value: 'user', label: 'For me', explains: 'Only you and your agents see it.' },
  {
    value: 'org',
    label: 'For the organisation',
    explains: 'Everybody’s agents may use it from now on.',
  },
] as const

/** Yes or no to what is proposed, with a note for the record. */
export function ProposalDecision({ revision }: { readonly revision: PendingRevisionBody }) {
  const { skill_id, proposal, approvable } = revision
  const { member } = useMe()
  const writesForAll = useMayWriteSkills('org')
  const [scope, setScope] = useState<'org' | 'user'>('user')
  const { note, writeNote, busy, approve, decide } = useDecideRevision(revision)
  const { unread } = useReadingProgress()
  const whyId = useId()
  const isOwn = proposal?.person === member.id
  const isOwnOffer = proposal?.by === 'member' && isOwn
  const allowed = useMayWriteSkills(proposal?.scope ?? 'user')
  if (isOwn && !allowed) {
    return (
      <AtDecisionPlace>
        <section aria-label="Decide" className="card mt-6 flex items-center gap-3 p-4">
          <Button data-decide="deny" disabled={busy} onClick={() => decide('withdraw', '')}>
            Withdraw
          </Button>
          <p className="text-xs text-ink-2">An owner or admin decides.</p>
        </section>
      </AtDecisionPlace>
    )
  }
  return (
    <AtDecisionPlace>
      <section aria-label="Decide" className="card mt-6 flex flex-col gap-4 p-4">
        {skill_id === null && writesForAll && (
          <RadioList label="Who gets it" value={scope} options={scopes} onChange={setScope} />
        )}
        <TextField
          label="Note, for the record"
          data-decide="note"
          maxLength={2000}
          value={note}
          onChange={(event) => writeNote(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            data-decide="approve"
            disabled={busy || !allowed || !approvable || unread.length > 0}
            aria-describedby={whyId}
            onClick={() => approve({ note, ...(skill_id === null && { scope }) })}
          >
            {acceptText(revision)}
          </Button>
          <Button
            data-decide="deny"
            disabled={busy}
            onClick={() => decide(isOwnOffer ? 'withdraw' : 'reject', note)}
          >
            {isOwnOffer ? 'Withdraw' : 'Reject'}
          </Button>
          {allowed && approvable && <ReadFirst id={whyId} />}
          {!allowed && (
            <p className="text-xs text-ink-3">
              Only an owner or admin accepts changes of the organisation’s skills.
            </p>
          )}
        </div>
      </section>
    </AtDecisionPlace>
  )
}
