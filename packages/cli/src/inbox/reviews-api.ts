import {
  type ImportTriggerTests,
  type PendingRevisionApproved,
  type PendingRevisionBody,
  type PendingRevisionBulkResult,
  type PendingRevisionFileContent,
  type PendingRevisionSummary,
  RepertoireError,
  type ReviewQuery,
  type VerdictOverride,
} from '@repertoire/client'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { allItems } from '../connection/all-items.ts'
import { connect, type Server } from '../connection/api.ts'
import { orNegativeResult } from '../connection/negative-result.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

export type BulkOutcome = PendingRevisionBulkResult['results'][number]

export interface Approval {
  /** What the person read. */
  readonly digest: string
  readonly enable?: boolean | undefined
  readonly overwrite_edits?: boolean | undefined
  readonly note: string
  readonly scope?: 'org' | 'user' | undefined
}

export interface BulkDecision {
  readonly items: readonly Pick<PendingRevisionSummary, 'id' | 'digest'>[]
  readonly enable?: boolean | undefined
  readonly note: string
}

/** The server calls about what waits for a review. */
export interface ReviewsApi {
  /** Newest first. */
  list(filter: ReviewQuery): Promise<PendingRevisionSummary[]>
  get(id: string): Promise<PendingRevisionBody>
  file(id: string, path: string): Promise<PendingRevisionFileContent>
  triggerTests(id: string): Promise<ImportTriggerTests>
  approve(id: string, approval: Approval): Promise<PendingRevisionApproved>
  /** Approves those that are clean; each has its own outcome. */
  approveClean(decision: BulkDecision): Promise<BulkOutcome[]>
  /** The same; where the key may not approve, an owner or admin is asked to, and null is returned. */
  approveOrAsk(
    decision: BulkDecision & { readonly items: readonly PendingRevisionSummary[] },
  ): Promise<BulkOutcome[] | null>
  overrideVerdict(id: string, lift: VerdictOverride): Promise<PendingRevisionSummary>
  decide(
    decision: 'reject' | 'hold' | 'withdraw',
    id: string,
    of: Pick<Approval, 'digest' | 'note'>,
  ): Promise<PendingRevisionSummary>
  /** Offers one of one's own skills to the organisation, by slug or id. */
  offer(slugOrId: string, reason: string): Promise<PendingRevisionSummary>
}

const bulkSize = 500

export function connectReviews(server: Server): ReviewsApi {
  const { client, send } = server
  const { reviews, skillCatalog } = client
  const approveClean = async ({ items, enable, note }: BulkDecision) => {
    const results: BulkOutcome[] = []
    for (let at = 0; at < items.length; at += bulkSize) {
      const some = items.slice(at, at + bulkSize).map(({ id, digest }) => ({ id, digest }))
      const decision = { decision: 'approve', items: some, enable, note } as const
      results.push(...(await reviews.decideMany(decision)).results)
    }
    return results
  }
  const ask = async (items: readonly PendingRevisionSummary[]) => {
    for (const { source_id: id, path, digest } of items) {
      if (id !== null) await skillCatalog.install({ source_id: id, path, digest })
    }
    return null
  }
  return {
    list: (filter) => send(allItems((page) => reviews.list({ ...filter, ...page }))),
    get: (id) => send(explainRefusal(reviews.get(id))),
    file: (id, path) => send(explainRefusal(reviews.file(id, path))),
    triggerTests: (id) => send(explainRefusal(reviews.triggerTests(id))),
    approve: (id, approval) => send(explainRefusal(reviews.approve(id, approval))),
    approveClean: (decision) => send(approveClean(decision)),
    approveOrAsk: (decision) =>
      send(
        approveClean(decision).catch((error: unknown) => {
          if (!isForAdministrators(error)) throw error
          return ask(decision.items)
        }),
      ),
    overrideVerdict: (id, lift) => send(explainRefusal(reviews.overrideVerdict(id, lift))),
    decide: (decision, id, of) => send(explainRefusal(reviews[decision](id, of))),
    async offer(slugOrId, reason) {
      const skill = await connect(server).find(slugOrId, 'user')
      if (!skill) throw noOwnSkill(slugOrId)
      const { id, digest } = skill
      return send(explainRefusal(reviews.offer(id, { digest, reason })))
    },
  }
}

function isForAdministrators(error: unknown): boolean {
  return error instanceof RepertoireError && error.code === 'skill.org-scope-forbidden'
}

function noOwnSkill(slugOrId: string): CommandError {
  const name = JSON.stringify(sanitizeText(slugOrId))
  const hint = 'Only your own skills can be offered: repertoire search <words> lists them.'
  return new CommandError(`You have no skill ${name} of your own.`, hint, exitCodes.negative)
}

function explainRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
  return orNegativeResult(call, ({ code }) => /^(?:arrival|verdict|proposal|offer)\./.test(code))
}
