import type { PendingRevisionId } from '../../base/ids.ts'
import { similarityReason } from '../../domain/inbox-entry.ts'
import type { Suppression } from '../../domain/suppression.ts'
import { maxPageSize } from '../../ports/page-cursor.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { currentTrust } from './current-trust.ts'

const waitingRevisions = { audience: 'server', states: ['held'] } as const

/** What waits of a skill is listed with the verdict that counts now. */
export async function reassessPending(
  deps: JudgingDeps,
  { skillId, arrivalId }: Pick<Suppression, 'skillId' | 'arrivalId'>,
): Promise<void> {
  const waiting = skillId
    ? (await deps.store.reviews.list({ ...waitingRevisions, skillId }, { limit: maxPageSize }))
        .items
    : []
  const ids = new Set([...waiting.map((one) => one.id), ...(arrivalId ? [arrivalId] : [])])
  for (const id of ids) await rejudge(deps, id)
}

/**
 * Everything that waits is listed with the verdict that counts now, page by page, after the organisation changed how findings
 * count. A decision judges anew by itself, so it is right before this is done too.
 */
export async function reassessAllPending(
  deps: JudgingDeps & { readonly yieldToEventLoop?: () => Promise<void> },
): Promise<void> {
  let cursor: string | undefined
  do {
    const page = { limit: maxPageSize, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await deps.store.reviews.list(waitingRevisions, page)
    for (const { id, verdict, findings } of items) {
      // No setting makes a finding.
      if (verdict === 'clean' && findings === 0) continue
      await rejudge(deps, id)
      await deps.yieldToEventLoop?.()
    }
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function rejudge(deps: JudgingDeps, id: PendingRevisionId): Promise<void> {
  const { reviews } = deps.store
  const held = await reviews.get(id, 'server')
  if (held?.state !== 'held') return
  const trust = await currentTrust(deps, held)
  const { verdict, findings } = trust.scan
  const alike = similarityReason({ ...held, trust })
  await reviews.rejudge(id, { verdict, findings: findings.length, alike })
}
