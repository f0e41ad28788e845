import { ProblemError } from '../../base/errors.ts'
import type { AuthoredToolId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AuthoredToolSubject } from '../../domain/approval.ts'
import { type AuthoredHead, type AuthoredTool, authoredLimits } from '../../domain/authored-tool.ts'
import type { ToolServices } from '../tools/tool.ts'
import {
  authoredDisabled,
  authoredNameNotFound,
  requirementsTooLarge,
} from './authored-problems.ts'
import { librariesByName, listAuthoredHeads } from './authored-tool-registry.ts'
import { hasPattern, maxInputLengthWithPattern } from './check-parameters.ts'
import { closureDigest, resolveLibraries } from './closure.ts'

/** The maximum input of one call in UTF-16 units of JSON. */
const maxInputLength = 32_000
/** The maximum explanation of a bad input in UTF-16 units. */
const maxExplanationLength = 1_000

/** The plan of one call, by the current state. */
export interface PlannedAuthoredCall {
  /**
   * The input of the run. Nulls, which models write for absent fields, are removed where the schema does
   * not allow them.
   */
  readonly input: JsonObject
  /** The subject of the approval request: all code that would run. */
  readonly subject: AuthoredToolSubject
  /** Nobody has approved this digest yet, and the organisation requires an approval. */
  readonly needsApproval: boolean
}

type PlanningServices = Pick<
  ToolServices,
  'store' | 'viewer' | 'sha256' | 'settings' | 'checkInput'
>

/**
 * Plans a call of the tool: what it would run, and whether a person has to approve it first. Reads
 * only. Throws ProblemError `authored.not-found`, `authored.disabled`, `tool.bad-input`, and the problems
 * of {@link resolveLibraries}.
 */
export async function planAuthoredCall(
  services: PlanningServices,
  offered: AuthoredHead,
  given: JsonObject,
): Promise<PlannedAuthoredCall> {
  const { store, viewer, sha256, settings } = services
  const tool = await store.authored.get(offered.id)
  if (!tool || tool.owner !== viewer || tool.deletedAt !== null) throw authoredNameNotFound(offered)
  if (!tool.enabled) throw new ProblemError(authoredDisabled(tool))
  const input = await validInput(services, tool, given)
  const libraries = await librariesWithCode(services, tool)
  const digest = closureDigest(tool, libraries, sha256)
  const grants = (await store.authored.grants(viewer)).filter(({ toolId }) => toolId === tool.id)
  const granted = grants.some((grant) => grant.digest === digest)
  const trusted = [tool, ...libraries].every(({ head }) => head.trusted)
  const last = grants.at(-1)
  return {
    input,
    needsApproval: !granted && !(settings.agentSkillPolicy === 'save' && trusted),
    subject: {
      toolId: tool.id,
      name: tool.name,
      description: tool.head.description,
      parameters: tool.head.parameters ?? {},
      version: tool.head.number,
      code: tool.head.code,
      libraries: await Promise.all(
        libraries.map(async ({ id, name, head }) => ({
          ...{ id, name, version: head.number, digest: head.digest, code: head.code },
          before: await versionOf(store, id, last?.libraries.find((one) => one.id === id)?.version),
        })),
      ),
      digest,
      before: await versionOf(store, tool.id, last?.version),
    },
  }
}

async function versionOf(
  { authored }: PlanningServices['store'],
  id: AuthoredToolId,
  number: number | undefined,
): Promise<AuthoredToolSubject['before']> {
  const found = number === undefined ? null : await authored.version(id, number)
  return found && { version: found.number, code: found.code }
}

async function validInput(
  { checkInput }: PlanningServices,
  { name, head }: AuthoredTool,
  given: JsonObject,
): Promise<JsonObject> {
  const size = JSON.stringify(given).length
  const schema = head.parameters ?? {}
  const maxLength = hasPattern(schema) ? maxInputLengthWithPattern : maxInputLength
  if (size > maxLength) {
    throw badInput(name, `it has ${size} characters; the maximum is ${maxLength}`)
  }
  const found = await checkInput(schema, given)
  if (found.verdict === 'fits') return given
  const nonNull = Object.entries(given).filter(([, value]) => value !== null)
  if (nonNull.length < Object.keys(given).length) {
    const input = Object.fromEntries(nonNull)
    if ((await checkInput(schema, input)).verdict === 'fits') return input
  }
  throw badInput(name, found.why.slice(0, maxExplanationLength))
}

/** The libraries are read once with their code, so that the code that runs is the code in the approval. */
async function librariesWithCode(
  { store, viewer }: PlanningServices,
  { kind, name, head }: AuthoredTool,
): Promise<readonly AuthoredTool[]> {
  const heads = await listAuthoredHeads(store, viewer)
  const reached = resolveLibraries({ kind, name, requires: head.requires }, librariesByName(heads))
  if ('code' in reached) throw new ProblemError(reached)
  const whole = await Promise.all(reached.map(({ id }) => store.authored.get(id)))
  const libraries = whole.filter((library) => library !== null)
  const characters = libraries.reduce((sum, one) => sum + one.head.code.length, head.code.length)
  const { closure: max } = authoredLimits
  if (characters > max) {
    throw new ProblemError(
      requirementsTooLarge(`it has ${characters} characters; the maximum is ${max}`, max),
    )
  }
  return libraries
}

function badInput(name: string, why: string): ProblemError {
  return new ProblemError({
    code: 'tool.bad-input',
    kind: 'invalid',
    message: `The input of ${name} is not right: ${why}. It was not run.`,
    hint: 'Call it again with an input that fits its schema.',
    details: { tool: name },
  })
}
