import type { InboxEntryBody, PendingRevisionSummary } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepDecisionOpened, useOpenedDecisions } from '../../shared/browser/preferences.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'
import { decidedByOthers } from '../revisions/recent-decisions.ts'
import { ownProposalsQuery } from '../revisions/revision-queries.ts'

type Offer = PendingRevisionSummary

/**
 * Others' decisions of the last days on what this person offered or their agents proposed, as rows of the inbox; which of
 * them were opened, this browser knows. `current` is open now.
 */
export function useDecidedOffers(current: string, now: number) {
  const me = useMe()
  const { data } = useQuery({ ...ownProposalsQuery, enabled: useCan('skills.write') })
  const opened = useOpenedDecisions()
  const decided = decidedByOthers(data?.items ?? [], { person: me.member.id, now })
  const isOpen = decided.some(({ id }) => id === current)
  useEffect(() => {
    if (isOpen) keepDecisionOpened(current)
  }, [isOpen, current])
  return {
    decided: decided.map(decidedEntry),
    opened: decided.filter(({ id }) => opened.includes(id)).map(({ id }) => id),
  }
}

/** A decision in the shape of what waits. Pure. */
export function decidedEntry(offer: Offer): InboxEntryBody {
  const { id, slug, name, note, digest, base_digest, decided_at, created_at } = offer
  return {
    ...{
      id,
      kind: isOffer(offer) ? 'offer' : 'proposal',
      title: name,
      slug,
      about: note,
      digest,
      base_digest,
    },
    ...{ at: decided_at ?? created_at, expires_at: null, asked_by: null, conversation_id: null },
    ...{ source_id: null, verdict: null, findings: 0, licence: null, licence_decision: null },
    ...{ permissions: [], out_of_date: false, cost: 0, alike: decidedText(offer) },
  }
}

function isOffer({ proposal }: Offer): boolean {
  return proposal?.by !== 'agent'
}

const words = { approved: 'Accepted', rejected: 'Rejected' } as const

/** `Rejected by Rob: “Too short.”` Pure. */
export function decidedText(offer: Offer): string {
  const { state, decided_by_name: name, note } = offer
  if (state !== 'approved' && state !== 'rejected') {
    return isOffer(offer) ? 'Out of date, offer it again' : 'Out of date, the skill has changed'
  }
  const by = name === null ? words[state] : `${words[state]} by ${name}`
  return note ? `${by}: “${note}”` : by
}
