import { setImmediate } from 'node:timers/promises'
import type { SkillId } from '@repertoire/core/base'
import { skillNotFound } from '@repertoire/core/ports'
import { runTriggerTests } from '@repertoire/core/report'
import { skillEvalRoutes } from '@repertoire/protocol'
import { findTriggerTestFile, readTriggerTests, triggerTestLimits } from '@repertoire/skill-md'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { turnRouting } from '../turn/turn-routing.ts'
import { toSkillEval } from '../wire/skill-evals.ts'

/** Runs a skill's trigger tests the way turns of the caller would be routed. */
export function bindSkillEvals(bind: BindRoute, app: Application): void {
  bind(skillEvalRoutes.run, async ({ params, body, caller, request: httpRequest }) => {
    const { skills } = catalogOf(app, caller).store
    const viewer = caller.principal.userId
    const skill = await skills.get(viewer, params.id as SkillId)
    if (!skill) throw skillNotFound(params.id)
    const { digest, manifest } = skill.head
    const path = findTriggerTestFile(manifest.map((entry) => entry.path))
    const bytes = path === null ? null : await skills.file(viewer, skill.id, digest, path)
    // A character has at most 4 bytes, so a larger file is refused by its length.
    const text = Buffer.from(
      bytes?.subarray(0, triggerTestLimits.maxFileLength * 4 + 1) ?? [],
    ).toString()
    const { messages, diagnostics } =
      bytes === null ? { messages: [], diagnostics: [] } : readTriggerTests(text)
    const { services, request, environment } = await turnRouting(app, caller, {
      agentId: body.agent_id,
      signal: httpRequest.signal,
    })
    const report = await runTriggerTests(services, {
      ...{ skill, messages, within: body.within, pause: () => setImmediate() },
      request: { ...request, turn: { signal: null, environment } },
    })
    return { body: toSkillEval(report, { path, diagnostics }) }
  })
}
