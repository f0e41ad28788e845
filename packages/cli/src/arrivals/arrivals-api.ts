import {
  type ArrivalApproved,
  type ArrivalBody,
  type ArrivalBulkResult,
  type ArrivalFileContent,
  type ArrivalQuery,
  type ArrivalSummary,
  RepertoireError,
  type VerdictLift,
} from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'

export type BulkOutcome = ArrivalBulkResult['results'][number]

export interface Approval {
  /** What the person read. */
  readonly digest: string
  readonly enable?: boolean | undefined
  readonly overwrite_edits?: boolean | undefined
  readonly note: string
}

export interface BulkDecision {
  readonly items: readonly Pick<ArrivalSummary, 'id' | 'digest'>[]
  readonly enable?: boolean | undefined
  readonly note: string
}

/** The server calls about what came in. */
export interface ArrivalsApi {
  /** Newest first. */
  list(filter: ArrivalQuery): Promise<ArrivalSummary[]>
  get(id: string): Promise<ArrivalBody>
  file(id: string, path: string): Promise<ArrivalFileContent>
  approve(id: string, approval: Approval): Promise<ArrivalApproved>
  /** Approves those that are clean; each has its own outcome. */
  approveClean(decision: BulkDecision): Promise<BulkOutcome[]>
  /** The same; where the key may not approve, an owner or admin is asked to, and null is returned. */
  approveOrAsk(
    decision: BulkDecision & { readonly items: readonly ArrivalSummary[] },
  ): Promise<BulkOutcome[] | null>
  liftVerdict(id: string, lift: VerdictLift): Promise<ArrivalSummary>
  reject(id: string, decision: Pick<Approval, 'digest' | 'note'>): Promise<ArrivalSummary>
}

const pageSize = 200
const bulkSize = 500

export function connectArrivals(options: ConnectionOptions, context: CommandContext): ArrivalsApi {
  const { client, send } = openServer(options, context)
  const { arrivals, skillCatalog } = client
  const approveClean = async ({ items, enable, note }: BulkDecision) => {
    const results: BulkOutcome[] = []
    for (let at = 0; at < items.length; at += bulkSize) {
      const some = items.slice(at, at + bulkSize).map(({ id, digest }) => ({ id, digest }))
      const decision = { decision: 'approve', items: some, enable, note } as const
      results.push(...(await arrivals.decideMany(decision)).results)
    }
    return results
  }
  const ask = async (items: readonly ArrivalSummary[]) => {
    for (const { source_id: id, path, digest } of items) {
      if (id !== null) await skillCatalog.install({ source_id: id, path, digest })
    }
    return null
  }
  return {
    async list(filter) {
      const items: ArrivalSummary[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = await send(arrivals.list({ ...filter, limit: pageSize, cursor }))
        items.push(...page.items)
        cursor = page.next_cursor
      }
      return items
    },
    get: (id) => send(explainRefusal(arrivals.get(id))),
    file: (id, path) => send(explainRefusal(arrivals.file(id, path))),
    approve: (id, approval) => send(explainRefusal(arrivals.approve(id, approval))),
    approveClean: (decision) => send(approveClean(decision)),
    approveOrAsk: (decision) =>
      send(
        approveClean(decision).catch((error: unknown) => {
          if (!isForAdministrators(error)) throw error
          return ask(decision.items)
        }),
      ),
    liftVerdict: (id, lift) => send(explainRefusal(arrivals.liftVerdict(id, lift))),
    reject: (id, decision) => send(explainRefusal(arrivals.reject(id, decision))),
  }
}

function isForAdministrators(error: unknown): boolean {
  return error instanceof RepertoireError && error.code === 'skill.org-scope-forbidden'
}

/** What cannot be decided so is a negative result; a missing permission is an error. */
async function explainRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const isRule = error instanceof RepertoireError && /^(?:arrival|verdict)\./.test(error.code)
    if (!isRule) throw error
    throw new CommandError(`${error.message} [${error.code}]`, error.hint, exitCodes.negative)
  }
}
