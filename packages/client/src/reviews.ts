import type {
  ImportTriggerTests,
  PendingRevisionApprove,
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionBulkDecision,
  PendingRevisionBulkResult,
  PendingRevisionFileContent,
  PendingRevisionPage,
  PendingRevisionSummary,
  RevocationList,
  RevocationResult,
  SkillSuggestion,
  SkillTrustBody,
  SuppressionCreate,
  SuppressionList,
  VerdictOverride,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface ReviewQuery extends PageQuery {
  readonly state?: PendingRevisionSummary['state'] | undefined
  readonly kind?: 'import' | 'update' | 'proposal' | 'offer' | undefined
  readonly conversation_id?: string | undefined
  readonly verdict?: PendingRevisionSummary['verdict'] | undefined
  readonly source_id?: string | undefined
  readonly skill_id?: string | undefined
}

/** The content that a person read, and why they decide so. */
export interface ReviewDecision {
  readonly digest: string
  readonly note?: string | undefined
}

const path = '/api/v1/reviews'

/** Every revision that waits for a decision, and what is known of every content. */
export class ReviewsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: ReviewQuery = {}): Promise<PendingRevisionPage> {
    return this.#transport.json(path, { query: { ...query } })
  }

  /** With its text, its findings, and the skill it would change. */
  get(id: string): Promise<PendingRevisionBody> {
    return this.#transport.json(`${path}/${segment(id)}`)
  }

  file(id: string, filePath: string): Promise<PendingRevisionFileContent> {
    return this.#transport.json(`${path}/${segment(id)}/file`, { query: { path: filePath } })
  }

  /** Without and with it in place of its skill. */
  triggerTests(id: string): Promise<ImportTriggerTests> {
    return this.#transport.json(`${path}/${segment(id)}/trigger-tests`)
  }

  approve(id: string, approval: PendingRevisionApprove): Promise<PendingRevisionApproved> {
    return this.#decide(id, 'approve', approval)
  }

  /** An owner takes what the scan blocks, with a reason; it can be approved then. */
  overrideVerdict(id: string, lift: VerdictOverride): Promise<PendingRevisionSummary> {
    return this.#transport.json(`${path}/${segment(id)}/lift`, { method: 'POST', body: lift })
  }

  /** Its content is not asked about again. */
  reject(id: string, decision: ReviewDecision): Promise<PendingRevisionSummary> {
    return this.#decide(id, 'reject', decision)
  }

  quarantine(id: string, decision: ReviewDecision): Promise<PendingRevisionSummary> {
    return this.#decide(id, 'quarantine', decision)
  }

  /** Undoes a rejection or a quarantine. */
  hold(id: string, decision: ReviewDecision): Promise<PendingRevisionSummary> {
    return this.#decide(id, 'hold', decision)
  }

  /** Takes back what you or your agent proposed. */
  withdraw(id: string, decision: ReviewDecision): Promise<PendingRevisionSummary> {
    return this.#decide(id, 'withdraw', decision)
  }

  /** Offers an own skill to the organisation. Throws `offer.stale` when its head is another digest. */
  offer(skillId: string, offer: SkillSuggestion): Promise<PendingRevisionSummary> {
    const offerPath = `/api/v1/skills/${segment(skillId)}/offer`
    return this.#transport.json(offerPath, { method: 'POST', body: offer })
  }

  decideMany(decisions: PendingRevisionBulkDecision): Promise<PendingRevisionBulkResult> {
    return this.#transport.json(`${path}/decide`, { method: 'POST', body: decisions })
  }

  /** What is known of a skill's content, and who approved it. */
  trustOf(skillId: string): Promise<SkillTrustBody> {
    return this.#transport.json(`/api/v1/skills/${segment(skillId)}/trust`)
  }

  /** Findings that do not count, of one skill or of all. */
  suppressions(query: { readonly skill_id?: string | undefined } = {}): Promise<SuppressionList> {
    return this.#transport.json('/api/v1/suppressions', { query: { ...query } })
  }

  /** From now on these findings do not count for the verdict of the skill. */
  suppress(suppression: SuppressionCreate): Promise<SuppressionList> {
    return this.#transport.json('/api/v1/suppressions', { method: 'POST', body: suppression })
  }

  removeSuppression(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/suppressions/${segment(id)}`, { method: 'DELETE' })
  }

  revocations(): Promise<RevocationList> {
    return this.#transport.json('/api/v1/revocations')
  }

  /** Takes a content out of use, whatever skills have it. */
  revoke(digest: string, reason: string): Promise<RevocationResult> {
    return this.#transport.json('/api/v1/revocations', { method: 'POST', body: { digest, reason } })
  }

  removeRevocation(digest: string): Promise<void> {
    return this.#transport.json(`/api/v1/revocations/${segment(digest)}`, { method: 'DELETE' })
  }

  #decide<Result>(id: string, decision: string, body: object): Promise<Result> {
    return this.#transport.json(`${path}/${segment(id)}/${decision}`, { method: 'POST', body })
  }
}
