import {
  allowsOnlyPart,
  meaningOfAllowedTools,
  type Skill,
  skillFieldsOf,
} from '@repertoire/core/domain'
import { isApprovedByPerson } from '@repertoire/core/keep'
import { availabilityProblem, isForked, type ReadEnvironment } from '@repertoire/core/use'
import type { SkillLimitsBody, SkillUnavailable } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import { turnRouting } from '../turn/turn-routing.ts'
import { toToolList } from '../wire/allowed-tools.ts'

/** Why a skill is not available to the agents of this organisation; null when it is. */
export async function unavailableHere(
  skill: Skill,
  environment: ReadEnvironment,
): Promise<SkillUnavailable | null> {
  const problem = await availabilityProblem(skill, environment)
  if (!problem) return null
  const { condition = '' } = problem.details ?? {}
  return { condition: String(condition), reason: problem.message }
}

/** The environment of a turn without an agent, read at most once. */
export function organisationEnvironment(
  app: Application,
  caller: Caller,
  signal: AbortSignal,
): ReadEnvironment {
  let environment: ReturnType<ReadEnvironment> | undefined
  return () => {
    environment ??= turnRouting(app, caller, { signal }).then((turn) => turn.environment)
    return environment
  }
}

/** What a skill demands, as it is enforced for the tools that a turn of this caller would have. */
export async function skillLimits(
  app: Application,
  caller: Caller,
  { skill, agentId, signal }: { skill: Skill; agentId: string | undefined; signal: AbortSignal },
): Promise<SkillLimitsBody> {
  const { tools, environment } = await turnRouting(app, caller, { agentId, signal })
  const { allowedTools = [] } = skillFieldsOf(skill.head)
  const { store } = catalogOf(app, caller)
  const { settings } = await store.settings.get()
  const meaning = meaningOfAllowedTools(settings, skill.id)
  const list = toToolList(allowedTools, environment.tools)
  const exempt = (name: string) => tools.find(name)?.exemptFromAllowlist ?? false
  const limited = [...environment.tools].filter((name) => !exempt(name)).sort()
  const allowed =
    list.restricts && meaning === 'restrict'
      ? limited.filter((name) => allowsOnlyPart([{ allowedTools }], name))
      : limited
  return {
    unavailable: await unavailableHere(skill, async () => environment),
    runs_apart: isForked(skill),
    allowed_tools: list,
    meaning,
    preapproves: meaning === 'preapprove' && (await isApprovedByPerson(store, skill)),
    allowed,
    refused: limited.filter((name) => !allowed.includes(name)),
    always_allowed: tools.descriptions
      .map(({ name }) => name)
      .filter(exempt)
      .sort(),
  }
}
