import { setImmediate } from 'node:timers/promises'
import type { PendingRevisionId } from '@repertoire/core/base'
import { visibleRevision } from '@repertoire/core/ingest'
import { testPendingRevision } from '@repertoire/core/report'
import { importTriggerTestRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { turnRouting } from '../turn/turn-routing.ts'
import { toImportTriggerTests } from '../wire/import-trigger-tests.ts'

/** A person waits for it with the entry open. */
const answerMs = 8_000

/** Runs trigger tests without and with what waits, the way turns of the caller would be routed. */
export function bindImportTriggerTests(bind: BindRoute, app: Application): void {
  bind(importTriggerTestRoutes.run, async ({ params, caller, request: httpRequest }) => {
    const { store, clock, sha256 } = catalogOf(app, caller)
    const id = params.id as PendingRevisionId
    const pending = await visibleRevision(store.reviews, caller.principal, id)
    const signal = AbortSignal.any([httpRequest.signal, AbortSignal.timeout(answerMs)])
    const { services, request, environment } = await turnRouting(app, caller, { signal })
    const tests = await testPendingRevision(
      { store, clock, sha256, services, previews: app.search },
      {
        ...{ pending, pause: () => setImmediate(), isOver: () => signal.aborted },
        request: { ...request, turn: { signal: null, environment } },
      },
    )
    return { body: toImportTriggerTests(tests) }
  })
}
