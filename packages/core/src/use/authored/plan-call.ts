import { ProblemError } from '../../base/errors.ts'
import type { AuthoredToolId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AuthoredToolSubject } from '../../domain/approval.ts'
import { type AuthoredHead, type AuthoredTool, authoredLimits } from '../../domain/authored-tool.ts'
import type { ToolServices } from '../tools/tool.ts'
import { authoredOf, librariesAmong } from './authored-book.ts'
import { noneOfThatName, switchedOff, tooMuchRequired } from './authored-problems.ts'
import { hasPattern, longestWithPattern } from './check-parameters.ts'
import { closureDigest, librariesOf } from './closure.ts'

/** UTF-16 units of one call's input as JSON. */
const longestInput = 32_000
/** UTF-16 units of what is told about an input that does not fit. */
const longestWhy = 1_000

/** What one call comes to as things stand. */
export interface AuthoredCall {
  /** As it is run: without the nulls that models write for what they leave out, where these do not fit. */
  readonly input: JsonObject
  /** All that would run, as a person is asked about it. */
  readonly subject: AuthoredToolSubject
  /** Nobody has said yes to exactly this yet, and the organisation wants to be asked. */
  readonly mustAsk: boolean
}

type Planning = Pick<ToolServices, 'store' | 'viewer' | 'sha256' | 'settings' | 'checkInput'>

/**
 * Looks up what a call of the tool would run, and whether a person has to say yes to it first (B5). Reads only.
 * Throws ProblemError `authored.not-found`, `authored.disabled`, `tool.bad-input`, and what {@link librariesOf} says.
 */
export async function planAuthoredCall(
  services: Planning,
  offered: AuthoredHead,
  given: JsonObject,
): Promise<AuthoredCall> {
  const { store, viewer, sha256, settings } = services
  const tool = await store.authored.get(offered.id)
  if (!tool || tool.owner !== viewer || tool.deletedAt !== null) throw noneOfThatName(offered)
  if (!tool.enabled) throw new ProblemError(switchedOff(tool))
  const input = await fittingInput(services, tool, given)
  const libraries = await librariesWithCode(services, tool)
  const digest = closureDigest(tool, libraries, sha256)
  const grants = (await store.authored.grants(viewer)).filter(({ toolId }) => toolId === tool.id)
  const granted = grants.some((grant) => grant.digest === digest)
  const trusted = [tool, ...libraries].every(({ head }) => head.trusted)
  const last = grants.at(-1)
  return {
    input,
    mustAsk: !granted && !(settings.agentSkillPolicy === 'save' && trusted),
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
  { authored }: Planning['store'],
  id: AuthoredToolId,
  number: number | undefined,
): Promise<AuthoredToolSubject['before']> {
  const found = number === undefined ? null : await authored.version(id, number)
  return found && { version: found.number, code: found.code }
}

async function fittingInput(
  { checkInput }: Planning,
  { name, head }: AuthoredTool,
  given: JsonObject,
): Promise<JsonObject> {
  const size = JSON.stringify(given).length
  const schema = head.parameters ?? {}
  const longest = hasPattern(schema) ? longestWithPattern : longestInput
  if (size > longest) {
    throw badInput(name, `it has ${size} characters; ${longest} are the most`)
  }
  const found = await checkInput(schema, given)
  if (found.verdict === 'fits') return given
  const said = Object.entries(given).filter(([, value]) => value !== null)
  if (said.length < Object.keys(given).length) {
    const input = Object.fromEntries(said)
    if ((await checkInput(schema, input)).verdict === 'fits') return input
  }
  throw badInput(name, found.why.slice(0, longestWhy))
}

/** Read once more in full: what is run is what was looked at. */
async function librariesWithCode(
  { store, viewer }: Planning,
  { kind, name, head }: AuthoredTool,
): Promise<readonly AuthoredTool[]> {
  const heads = await authoredOf(store, viewer)
  const reached = librariesOf({ kind, name, requires: head.requires }, librariesAmong(heads))
  if ('code' in reached) throw new ProblemError(reached)
  const whole = await Promise.all(reached.map(({ id }) => store.authored.get(id)))
  const libraries = whole.filter((library) => library !== null)
  const characters = libraries.reduce((sum, one) => sum + one.head.code.length, head.code.length)
  const { closure: max } = authoredLimits
  if (characters > max) {
    throw new ProblemError(
      tooMuchRequired(`it has ${characters} characters; ${max} are the most`, max),
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
