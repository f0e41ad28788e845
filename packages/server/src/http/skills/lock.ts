import {
  exportLock,
  importLock,
  type LockOutcome,
  parseLock,
  serialiseLock,
} from '@repertoire/core/ingest'
import { type LockImportResult, lockRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toProblemSummary } from '../wire/conversation.ts'

/** The exact set of skills, for another server or a repository. */
export function bindLock(bind: BindRoute, app: Application): void {
  bind(lockRoutes.export, async (call) => {
    const { lock, leftOut } = await exportLock(catalogOf(app, call.caller), actorOf(call))
    const text = serialiseLock(lock)
    return { body: { text, skills: lock.skills.length, left_out: [...leftOut] } }
  })

  bind(lockRoutes.import, async (call) => {
    const { principal } = call.caller
    const lock = parseLock(call.body.text)
    const request = { lock, owner: app.ids.next('syn'), signal: call.request.signal }
    const outcomes = await app.importQueue.run(principal, () =>
      importLock(app.syncDepsOf(principal.tenantId), actorOf(call), request),
    )
    return { body: { results: outcomes.map(toResult) } }
  })
}

function toResult({ entry, status, problem }: LockOutcome): LockImportResult['results'][number] {
  const { slug, source, path, digest } = entry
  return { slug, source, path, digest, status, problem: problem && toProblemSummary(problem) }
}
