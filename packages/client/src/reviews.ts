import type {
  PendingRevisionApprove,
  PendingRevisionApproved,
  PendingRevisionFileContent,
  PendingRevisionSummary,
  RevocationResult,
  SuppressionList,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

export interface ReviewQuery extends PageQuery {
  readonly state?: PendingRevisionSummary['state'] | undefined
  readonly kind?: 'import' | 'update' | 'proposal' | 'offer' | undefined
  readonly conversation_id?: string | undefined
  readonly verdict?: PendingRevisionSummary['verdict'] | undefined
  readonly source_id?: string | undefined
  readonly skill_id?: string | undefined
  readonly slug?: string | undefined
  readonly mine?: 'true' | undefined
}

/** The content that a person read, and why they decide so. */
export interface ReviewDecision {
  readonly digest: string
  readonly note?: string | undefined
}

const path = '/api/v1/reviews'

/** Every revision that waits for a decision, and what is known of every content. */
export class ReviewsResource extends Resource {
  readonly list = this.call('get', '/api/v1/reviews')

  /** With its text, its findings, and the skill it would change. */
  readonly get = this.call('get', '/api/v1/reviews/{id}')

  file(id: string, filePath: string): Promise<PendingRevisionFileContent> {
    return this.transport.json(`${path}/${segment(id)}/file`, { query: { path: filePath } })
  }

  /** Without and with it in place of its skill. */
  readonly triggerTests = this.call('get', '/api/v1/reviews/{id}/trigger-tests')

  approve(id: string, approval: PendingRevisionApprove): Promise<PendingRevisionApproved> {
    return this.#decide(id, 'approve', approval)
  }

  /** An owner takes what the scan blocks, with a reason; it can be approved then. */
  readonly overrideVerdict = this.call('post', '/api/v1/reviews/{id}/lift')

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
  readonly offer = this.call('post', '/api/v1/skills/{id}/offer')
  readonly decideMany = this.call('post', '/api/v1/reviews/decide')

  /** What is known of a skill's content, and who approved it. */
  readonly trustOf = this.call('get', '/api/v1/skills/{id}/trust')

  /** Findings that do not count, of one skill or of all. */
  suppressions(query: { readonly skill_id?: string | undefined } = {}): Promise<SuppressionList> {
    return this.transport.json('/api/v1/suppressions', { query: { ...query } })
  }

  /** From now on these findings do not count for the verdict of the skill. */
  readonly suppress = this.call('post', '/api/v1/suppressions')
  readonly removeSuppression = this.call('delete', '/api/v1/suppressions/{id}')
  readonly revocations = this.call('get', '/api/v1/revocations')

  /** Takes a content out of use, whatever skills have it. */
  revoke(digest: string, reason: string): Promise<RevocationResult> {
    return this.transport.json('/api/v1/revocations', { method: 'POST', body: { digest, reason } })
  }

  readonly removeRevocation = this.call('delete', '/api/v1/revocations/{digest}')

  #decide<Result>(id: string, decision: string, body: object): Promise<Result> {
    return this.transport.json(`${path}/${segment(id)}/${decision}`, { method: 'POST', body })
  }
}
