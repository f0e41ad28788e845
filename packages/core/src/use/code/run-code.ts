import { type Problem, ProblemError } from '../../base/errors.ts'
import type { JsonValue } from '../../base/json.ts'
import type { UsedSkill } from '../../domain/events.ts'
import { queueKeyOf } from '../../domain/principal.ts'
import type { CodeLimits, CodeOutcome } from '../../ports/code.ts'
import type { ToolServices } from '../tools/tool.ts'
import { createSkillsApi } from './skills-api.ts'

export interface CodeSource {
  readonly code: string
  readonly libraries?: Readonly<Record<string, string>>
  readonly input?: JsonValue
}

export interface CodeRun {
  readonly outcome: CodeOutcome
  /** The skills whose text the code read. */
  readonly read: readonly UsedSkill[]
}

/** Result and logs go into the model's context; larger data has to be processed inside the code. */
const limits: Partial<CodeLimits> = { outputBytes: 32 * 1024 }

/**
 * Runs code for a tool call. The code can read the skills that the person's agent may read, and
 * nothing else. Throws ProblemError `sandbox.*` when nothing was run.
 */
export async function runCode(services: ToolServices, source: CodeSource): Promise<CodeRun> {
  const { code: runner, principal, signal } = services
  const key = queueKeyOf(principal)
  if (!runner) throw new ProblemError(codeUnavailable)
  const api = createSkillsApi(services)
  const { code, libraries = {}, input = null } = source
  const { host } = api
  const outcome = await runner.run({ code, libraries, input, host, limits, key, signal })
  return { outcome, read: api.readSkills() }
}

const codeUnavailable: Problem = {
  code: 'sandbox.code-off',
  kind: 'unavailable',
  message: 'Code cannot be run on this server.',
  hint: 'Go on without it, and say so.',
}
