import { z } from 'zod'
import { isProblemError, type Problem, ProblemError } from '../../../base/errors.ts'
import { approvalNeeded, approvePackages } from '../../scripts/approve-packages.ts'
import { executionIdOf } from '../../scripts/execution-id.ts'
import { missingInput } from '../../scripts/workspace-view.ts'
import {
  findByName,
  givenRevision,
  isDetached,
  slugFromName,
  unavailableSkill,
  unknownSkill,
  usedSkillOf,
} from '../../tools/portable-skill.ts'
import {
  type ActEffect,
  type Answer,
  defineTool,
  type EffectOutcome,
  type PlannedCall,
  type ToolServices,
} from '../../tools/tool.ts'
import { prepareScript, runnerFor } from './prepare-script.ts'
import { scriptResult } from './script-result.ts'

const word = z.string().max(20_000)

/** Files of the conversation's folder that a script or command may see. */
export const scriptInputs = z
  .array(z.string().min(1).max(1000))
  .max(200)
  .optional()
  .describe(
    'Files of this conversation’s folder that scripts of other skills wrote and this one needs. It sees the person’s files, yours and its own skill’s without that.',
  )

interface ScriptCall {
  readonly skill_name: string
  readonly script_name: string
  readonly args?: string | readonly string[] | undefined
  readonly inputs?: readonly string[] | undefined
}

/** `run_skill_script`. */
export const runSkillScript = defineTool({
  name: 'run_skill_script',
  description:
    'Run a script that a skill brings, after the skill was loaded. It runs in a sandbox without network; this conversation’s folder is its working folder /workspace, and files it writes there come back. The skill’s files are in /skill.',
  input: z.strictObject({
    skill_name: z.string().min(1).max(200).describe('The name of the skill.'),
    script_name: z
      .string()
      .min(1)
      .max(1000)
      .describe('Path of the script in the skill, e.g. scripts/analyze.py.'),
    args: z
      .union([z.string().max(100_000), z.array(word).max(500)])
      .optional()
      .describe('Arguments: one line, split at blanks outside of quotes, or a list.'),
    inputs: scriptInputs,
  }),
  skillField: 'skill_name',
  permission: 'skills.read',
  policy: 'none',
  answersFrom: 'services',
  needsSandbox: true,
  bind: (input) => ({
    skillSlug: slugFromName(input.skill_name),
    // A list that allows commands also allows the skill's scripts.
    allowlistNames: ['run_command', 'run_skill_script'],
    effect: scriptEffect(input),
    plan: (services) => planScript(services, input),
  }),
})

function scriptEffect(call: ScriptCall): ActEffect {
  return {
    kind: 'act',
    repeatable: false,
    executes: true,
    run: (services) => run(services, call),
  }
}

/** Asks once for packages that nobody approved yet. */
async function planScript(services: ToolServices, call: ScriptCall): Promise<PlannedCall> {
  const effect = scriptEffect(call)
  const found = await preparedOrNothing(services, call)
  if (!found || !services.scripts) return { effect }
  const { skill, runtime } = found.prepared
  const { principal, signal } = services
  const lists = await services.scripts.unapprovedPackages({ principal, skill, runtime, signal })
  if (lists.length === 0) return { effect }
  return {
    effect,
    approvalRequest: () => ({
      type: 'package_installation',
      subject: { slug: skill.slug, lists },
    }),
    answered: (answer) => ({
      ...effect,
      run: (now: ToolServices) => runApproved(now, call, answer),
    }),
  }
}

/** Approves what the person saw, which is not what the plan would ask for by now if the index has moved. */
async function runApproved(
  services: ToolServices,
  call: ScriptCall,
  { approvalRequest, answeredBy }: Answer,
): Promise<EffectOutcome> {
  if (approvalRequest.type === 'package_installation') {
    const { lists } = approvalRequest.subject
    if (answeredBy === null) throw new ProblemError(approvalNeeded(lists))
    await approvePackages(services.store, lists, { by: answeredBy, now: services.clock.now() })
  }
  return run(services, call)
}

/** Nothing where the script cannot run: the effect says why. */
async function preparedOrNothing(services: ToolServices, call: ScriptCall) {
  try {
    return await prepare(services, call)
  } catch (error) {
    if (isProblemError(error)) return undefined
    throw error
  }
}

async function prepare(services: ToolServices, call: ScriptCall) {
  const { skill, digest } = await activatedSkill(services, call.skill_name)
  const request = { skill, digest, name: call.script_name, args: call.args ?? [] }
  const prepared = await prepareScript(services, request)
  return { prepared, used: { ...usedSkillOf(skill), digest } }
}

/** The fields that every execution takes from its tool call. */
export function executionBase(services: ToolServices) {
  const { principal, conversationId, runId, traceId, callId, signal, sha256 } = services
  const executionId = executionIdOf({ conversationId, runId, callId }, sha256)
  return { executionId, principal, conversationId, runId, traceId, callId, signal, stdin: '' }
}

/** The conversation's folder. Throws ProblemError `script.input-not-found`. */
export async function workspaceWith(services: ToolServices, inputs: readonly string[]) {
  const { store, viewer, conversationId } = services
  const folder = await store.workspace.list(viewer, conversationId)
  const missing = missingInput(folder, inputs)
  if (missing) throw new ProblemError(missing)
  return folder
}

/** The revision that the conversation was given, so that instructions and files match. */
async function activatedSkill(services: ToolServices, name: string) {
  const { skills, viewer, turn, session } = services
  const known = await findByName(services, name)
  const slug = known?.slug ?? slugFromName(name)
  const given = givenRevision(slug, { turn, session })
  if (!given) {
    const problem = unavailableSkill(known, name) ?? notActivated(slug)
    throw new ProblemError(problem)
  }
  const skill = await skills.get(viewer, given.skillId)
  const problem = unavailableSkill(skill, name)
  if (problem || !skill) throw new ProblemError(problem ?? unknownSkill(name))
  if (isDetached({ slug, skillId: skill.id }, services)) throw new ProblemError(detached(slug))
  return { skill, digest: given.digest }
}

function detached(slug: string): Problem {
  return {
    code: 'script.skill-not-attached',
    kind: 'forbidden',
    message: `The skill "${slug}" is no longer one of this agent's skills, so its scripts cannot be run. Nothing was run.`,
    hint: 'Go on without it, or tell the person that it was taken from the agent.',
    details: { skill: slug },
  }
}

function notActivated(slug: string): Problem {
  return {
    code: 'script.skill-not-activated',
    kind: 'forbidden',
    message: `The skill "${slug}" is not activated in this conversation, so its scripts cannot be run. Nothing was run.`,
    hint: 'Activate it first and read its instructions, then run the script as they say.',
    details: { skill: slug },
  }
}

/** The checks follow document C's order; nothing runs before the last. */
async function run(services: ToolServices, call: ScriptCall): Promise<EffectOutcome> {
  const { prepared, used } = await prepare(services, call)
  const scripts = await runnerFor(services, prepared.runtime)
  const { inputs = [] } = call
  const folder = await workspaceWith(services, inputs)
  const outcome = await scripts.run({
    ...executionBase(services),
    ...prepared,
    mountedSkills: [],
    inputs,
    wallMs: null,
  })
  return scriptResult(outcome, { folder, inputs, skills: [used] })
}
