import type {
  ProposalAccept,
  ProposalAccepted,
  ProposalBody,
  ProposalPage,
  ProposalReject,
  ProposalSummary,
  SkillSuggestion,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface ProposalQuery extends PageQuery {
  readonly status?: ProposalSummary['status'] | undefined
  readonly conversation_id?: string | undefined
}

/** Skills written by agents that wait for review. */
export class ProposalsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: ProposalQuery = {}): Promise<ProposalPage> {
    return this.#transport.json('/api/v1/proposals', { query: { ...query } })
  }

  /** With its text and the text it would replace. */
  get(id: string): Promise<ProposalBody> {
    return this.#transport.json(`/api/v1/proposals/${segment(id)}`)
  }

  /** The first decision counts. Throws `proposal.stale` when its skill has changed since. */
  accept(id: string, acceptance: ProposalAccept = {}): Promise<ProposalAccepted> {
    const path = `/api/v1/proposals/${segment(id)}/accept`
    return this.#transport.json(path, { method: 'POST', body: acceptance })
  }

  /** Offers an own skill to the organisation. Throws `offer.stale` when its head is another digest. */
  offer(skillId: string, offer: SkillSuggestion): Promise<ProposalSummary> {
    const path = `/api/v1/skills/${segment(skillId)}/offer`
    return this.#transport.json(path, { method: 'POST', body: offer })
  }

  withdraw(id: string, note = ''): Promise<ProposalSummary> {
    const path = `/api/v1/proposals/${segment(id)}/withdraw`
    return this.#transport.json(path, { method: 'POST', body: { note } })
  }

  reject(id: string, rejection: ProposalReject = {}): Promise<ProposalSummary> {
    const path = `/api/v1/proposals/${segment(id)}/reject`
    return this.#transport.json(path, { method: 'POST', body: rejection })
  }
}
