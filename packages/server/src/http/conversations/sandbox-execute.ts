import { type ExecutionId, ProblemError } from '@repertoire/core/base'
import { ownCodeProblem } from '@repertoire/core/use'
import { executionRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { fromSandboxExecute, toSandboxResult } from '../wire/sandbox-execution.ts'

/** `POST /sandbox/execute`: code that the caller sends, under the rules for scripts of skills. */
export function bindSandboxExecute(bind: BindRoute, app: Application): void {
  bind(executionRoutes.execute, async (call) => {
    const { caller, body, request } = call
    const { principal } = caller
    const { settings } = catalogOf(app, caller).store
    const problem = ownCodeProblem(principal, (await settings.get()).settings)
    if (problem) throw new ProblemError(problem)
    const executionId = app.ids.next('exe') as ExecutionId
    const files_digest = app.sha256(JSON.stringify(body.files))
    const details = { runtime: body.runtime, files_digest }
    const result = await app.scripts.executeCode({
      ...{ executionId, principal, signal: request.signal, ...fromSandboxExecute(body) },
      // Before it runs, so that no code runs unrecorded.
      onAccepted: () =>
        recordAudit(app, call, { action: 'code-started', target: executionId, details }),
    })
    return { body: await toSandboxResult(result) }
  })
}
