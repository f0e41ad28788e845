import { type ExecutionId, ProblemError, type SkillId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import { fileNotFound } from '@repertoire/core/keep'
import { skillNotFound } from '@repertoire/core/ports'
import { executionNotFound, prepareScript, skillUseProblem } from '@repertoire/core/use'
import { executionRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { streamResponse, watchCredential } from '../base/event-response.ts'
import { fileResponse } from '../base/file-response.ts'
import { executionStream } from '../sse/execution-stream.ts'
import { toExecutionBody, toExecutionSummary } from '../wire/execution.ts'

/** Scripts that ran on the caller's behalf, and nobody else's. */
export function bindExecutions(bind: BindRoute, app: Application): void {
  const storeOf = (caller: Caller) => catalogOf(app, caller).store
  const ownExecution = async (caller: Caller, id: string): Promise<Execution> => {
    const { executions } = storeOf(caller)
    const found = await executions.get(caller.principal.userId, id as ExecutionId)
    if (!found) throw new ProblemError(executionNotFound(id))
    return found
  }

  bind(executionRoutes.list, async ({ query, caller }) => {
    const { conversation_id, skill_id, status, cursor, limit } = query
    const filter = {
      conversationId: conversation_id as Execution['conversationId'] & string,
      skillId: skill_id as SkillId,
      status,
    }
    const { executions } = storeOf(caller)
    const page = await executions.list(caller.principal.userId, filter, { cursor, limit })
    return { body: { items: page.items.map(toExecutionSummary), next_cursor: page.nextCursor } }
  })

  bind(executionRoutes.get, async ({ params, caller }) => ({
    body: toExecutionBody(await ownExecution(caller, params.id)),
  }))

  bind(executionRoutes.start, async (call) => {
    const { caller, body, traceId } = call
    const { principal } = caller
    const { skills, settings } = storeOf(caller)
    const problem = skillUseProblem(principal, (await settings.get()).settings)
    if (problem) throw new ProblemError(problem)
    const skill = await skills.get(principal.userId, body.skill_id as SkillId)
    if (!skill) throw skillNotFound(body.skill_id)
    const wanted = { skill, digest: skill.head.digest, name: body.script, args: body.args ?? [] }
    const prepared = await prepareScript(
      { skills, viewer: principal.userId, scripts: app.scripts },
      wanted,
    )
    const { execution, outcome } = await app.scripts.start({
      ...prepared,
      executionId: app.ids.next('exe') as ExecutionId,
      principal,
      conversationId: null,
      runId: null,
      callId: null,
      traceId,
      mountedSkills: [],
      stdin: body.stdin ?? '',
      inputs: [],
      wallMs: null,
      signal: new AbortController().signal,
    })
    // The record of the execution says how it ended.
    outcome.catch((error: unknown) =>
      call.context.get('log')().debug({ err: error }, 'a script did not run'),
    )
    await recordAudit(app, call, {
      action: 'script-started',
      target: skill.id,
      details: { execution_id: execution.id, script: execution.entry, digest: skill.head.digest },
    })
    const headers = { location: `/api/v1/executions/${encodeURIComponent(execution.id)}` }
    return { body: toExecutionBody(execution), headers }
  })

  bind(executionRoutes.events, async ({ params, caller, context }) => {
    const { id, startedBy } = await ownExecution(caller, params.id)
    const { executions } = storeOf(caller)
    const load = () => executions.get(startedBy, id)
    const watch = watchCredential(app, { caller, context }, executionRoutes.events.access)
    const { output } = app.scripts
    return streamResponse(executionStream({ output, id, load, watchCredential: watch }))
  })

  bind(executionRoutes.cancel, async ({ params, caller }) => {
    const execution = await ownExecution(caller, params.id)
    if (execution.finishedAt === null) await app.scripts.cancel(caller.principal, execution.id)
    return { body: toExecutionBody(await ownExecution(caller, params.id)) }
  })

  bind(executionRoutes.output, async ({ params, query, caller }) => {
    const { id, outputs, startedBy } = await ownExecution(caller, params.id)
    const output = outputs.find(({ path }) => path === query.path)
    const bytes = output && (await storeOf(caller).executions.output(startedBy, id, output.path))
    if (!output || !bytes) throw fileNotFound(query.path)
    return fileResponse({ ...output, bytes })
  })

  bind(executionRoutes.sandbox, async () => {
    const { runtimes, ...health } = await app.scripts.health()
    return { body: { ...health, runtimes: runtimes.map((one) => ({ ...one })) } }
  })
}
