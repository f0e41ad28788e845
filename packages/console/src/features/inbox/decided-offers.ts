import type { InboxEntryBody, PendingRevisionSummary } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepDecisionOpened, useOpenedDecisions } from '../../shared/browser/preferences.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'
import { decidedByOthers } from '../revisions/recent-decisions.ts'
import { ownOffersQuery } from '../revisions/revision-queries.ts'

type Offer = PendingRevisionSummary

/** Others' decisions on this person's offers, as rows of the inbox until they were opened. `current` is open now. */
export function useDecidedOffers(current: string, now: number): readonly InboxEntryBody[] {
  const me = useMe()
  const { data } = useQuery({ ...ownOffersQuery(), enabled: useCan('skills.write') })
  const opened = useOpenedDecisions()
  const decided = decidedByOthers(data?.items ?? [], { person: me.member.id, now })
  const isOpen = decided.some(({ id }) => id === current)
  useEffect(() => {
    if (isOpen) keepDecisionOpened(current)
  }, [isOpen, current])
  return decided.filter(({ id }) => id === current || !opened.includes(id)).map(decidedEntry)
}

/** A decision in the shape of what waits. Pure. */
export function decidedEntry(offer: Offer): InboxEntryBody {
  const { id, slug, name, note, digest, base_digest, decided_at, created_at } = offer
  return {
    ...{ id, kind: 'offer', title: name, slug, about: note, digest, base_digest },
    ...{ at: decided_at ?? created_at, expires_at: null, asked_by: null, conversation_id: null },
    ...{ source_id: null, verdict: null, findings: 0, licence: null, licence_decision: null },
    ...{ permissions: [], cost: 0, alike: decidedText(offer) },
  }
}

const words = { approved: 'Accepted', rejected: 'Rejected' } as const

/** `Rejected by Rob: “Too short.”` Pure. */
export function decidedText({ state, decided_by_name: name, note }: Offer): string {
  if (state !== 'approved' && state !== 'rejected') return 'Out of date, offer it again'
  const by = name === null ? words[state] : `${words[state]} by ${name}`
  return note ? `${by}: “${note}”` : by
}
