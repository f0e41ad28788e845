import type { PendingRevisionSummary, SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { refreshReviews } from '../revisions/revision-queries.ts'
import { isNotTaken } from './own-offer.ts'
import { SuggestSkill } from './suggest-skill.tsx'

interface OfferNoticeProps {
  readonly skill: SkillBody
  readonly offer: PendingRevisionSummary
  /** There are unsaved changes. */
  readonly changed: boolean
}

/** What became of the last offer of a skill, for whoever offered it. */
export function OfferNotice({ skill, offer, changed }: OfferNoticeProps) {
  return (
    <div className="mb-4">
      <Notice
        tone={isNotTaken(offer) ? 'warn' : 'info'}
        title={<Outcome offer={offer} moved={offer.skill_id === skill.id} />}
        actions={<Actions skill={skill} offer={offer} changed={changed} />}
      >
        <Details skill={skill} offer={offer} />
      </Notice>
    </div>
  )
}

function Outcome({
  offer,
  moved,
}: {
  readonly offer: PendingRevisionSummary
  readonly moved: boolean
}) {
  const { state, created_at, decided_at, decided_by_name: name, slug, skill_id } = offer
  const by = name !== null && (
    <>
      {' by '}
      <MarkedText text={name} />
    </>
  )
  const when = <Timestamp at={decided_at ?? created_at} />
  if (state === 'held') return <>Offered {when}, waits for a review</>
  if (state === 'rejected') {
    return (
      <>
        Rejected{by} {when}
      </>
    )
  }
  if (state === 'stale') return <>Not accepted {when}: a skill had changed since it was offered</>
  return (
    <>
      Accepted{by} {when}:{' '}
      {moved || skill_id === null ? (
        'it is now the organisation’s skill'
      ) : (
        <>
          it is now the organisation’s skill{' '}
          <Link to="/skills/$id" params={{ id: skill_id }} className="underline underline-offset-2">
            <MarkedText text={slug} />
          </Link>
        </>
      )}
    </>
  )
}

function Details({ skill, offer }: Omit<OfferNoticeProps, 'changed'>) {
  const { state, digest, note, slug } = offer
  if (state === 'held') {
    if (slug !== skill.slug) {
      return (
        <>
          You offered it as <MarkedText text={slug} />. Withdraw the offer, then offer it with its
          name of now.
        </>
      )
    }
    return digest === skill.digest
      ? 'An owner or admin decides.'
      : 'You changed the skill since. Withdraw the offer, then offer its text of now.'
  }
  return note ? (
    <>
      “<MarkedText text={note} />”
    </>
  ) : null
}

function Actions({ skill, offer, changed }: OfferNoticeProps) {
  const { id, digest, state } = offer
  const withdrawal = useMutation({
    mutationFn: () => api.reviews.withdraw(id, { digest }),
    onSuccess: () => showToast(`${skill.name} was withdrawn`),
    onError: showErrorToast,
    onSettled: refreshReviews,
  })
  return (
    <>
      <Link to="/reviews/$id" params={{ id }} className={buttonClass('secondary', 'small')}>
        {state === 'held' ? 'Open the offer' : 'What was offered'}
      </Link>
      {state === 'held' && (
        <Button size="small" disabled={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          Withdraw
        </Button>
      )}
      {isNotTaken(offer) && <SuggestSkill skill={skill} changed={changed} again />}
    </>
  )
}
