import { isProblemError, type Problem } from '../../base/errors.ts'
import type { TraceId } from '../../base/ids.ts'
import type { AdvisoryList } from '../../domain/advisory.ts'
import type { AdvisoryReader } from '../../ports/advisories.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { listExpired, serialProblem } from '../origin/advisory-problems.ts'
import { type AppliedAdvisory, applyAdvisories } from './apply-advisories.ts'
import { parseAdvisoryList } from './parse-advisory-list.ts'

export interface AdvisoryDeps extends JudgingDeps {
  readonly advisoryReader: AdvisoryReader
}

/**
 * Reads every list of the organisation and applies what is critical in them. A list that cannot be read, whose signature is
 * not the one of its signer, that is older than the one here, or that has expired, changes nothing; its problem is noted.
 */
export async function checkAdvisories(
  deps: AdvisoryDeps,
  traceId: TraceId,
): Promise<readonly AppliedAdvisory[]> {
  const { advisories } = deps.store
  for (const list of await advisories.lists()) {
    const checked = await checkList(deps, list)
    if (await advisories.record(checked)) await recordCheck(deps, traceId, { list, checked })
  }
  // Also where no list could be read: skills came in since.
  return applyAdvisories(deps, traceId)
}

async function checkList(deps: AdvisoryDeps, list: AdvisoryList): Promise<AdvisoryList> {
  const checkedAt = deps.clock.now()
  try {
    const bytes = await deps.advisoryReader.read(list)
    const content = parseAdvisoryList(bytes)
    const sha256 = deps.sha256(bytes)
    const problem = serialProblem(list, { serial: content.serial, sha256 })
    if (problem) return { ...list, checkedAt, problem }
    const isExpired = content.expiresAt !== null && content.expiresAt <= checkedAt
    if (isExpired) return { ...list, checkedAt, problem: listExpired }
    const takenAt = sha256 === list.sha256 ? list.takenAt : checkedAt
    return { ...list, content, sha256, takenAt, checkedAt, problem: null }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { ...list, checkedAt, problem: error.problem }
  }
}

/** What is as it was at the last check is not news. */
async function recordCheck(
  { store, clock, ids }: AdvisoryDeps,
  traceId: TraceId,
  { list, checked }: { readonly list: AdvisoryList; readonly checked: AdvisoryList },
): Promise<void> {
  const { owner, url, content, problem } = checked
  const isTaken = checked.sha256 !== list.sha256
  const isNewProblem = problem !== null && problem.code !== list.problem?.code
  if (!isTaken && !isNewProblem) return
  await store.audit.append([
    {
      ...{ id: ids.next('aud'), at: clock.now(), traceId },
      ...{ actor: null, credentialId: null, address: null },
      ...{ action: isTaken ? 'advisory-list-taken' : 'advisory-list-refused', target: owner },
      details: { url, serial: content?.serial ?? null, problem: codeOf(problem) },
    },
  ])
}

function codeOf(problem: Problem | null): string | null {
  return problem?.code ?? null
}
