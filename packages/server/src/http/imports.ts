import { setImmediate } from 'node:timers/promises'
import { type ImportOutcome, importSkills } from '@repertoire/core'
import { type ImportResult, skillRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../application.ts'
import type { BindRoute } from './bind-route.ts'
import { toProblemBrief } from './wire/conversation.ts'
import { toDiagnosticBody } from './wire/diagnostic.ts'
import { toSkillSummary } from './wire/skill.ts'

/** Many skills in one request, each with its own result. */
export function bindImports(bind: BindRoute, app: Application): void {
  bind(skillRoutes.importMany, async (call) => {
    const outcomes = await importSkills(catalogOf(app, call.caller), actorOf(call), {
      scope: call.body.scope,
      items: call.body.items.map(({ path, files }) => ({
        path,
        files: files.map((file) => ({
          path: file.path,
          bytes: Buffer.from(file.content_base64, 'base64'),
          executable: file.executable,
        })),
      })),
      breathe: () => setImmediate(),
    })
    return { body: { results: outcomes.map(toImportResult) } }
  })
}

function toImportResult(outcome: ImportOutcome): ImportResult {
  const diagnostics = outcome.diagnostics.map(toDiagnosticBody)
  const { path, status } = outcome
  if (outcome.status === 'refused') {
    const { code, message, hint } = toProblemBrief(outcome.problem)
    const problem = { code, message, ...(hint === undefined ? {} : { hint }) }
    return { path, status, repaired: false, problem, diagnostics }
  }
  const skill = toSkillSummary(outcome.skill)
  return { path, status, skill, repaired: outcome.repaired, diagnostics }
}
