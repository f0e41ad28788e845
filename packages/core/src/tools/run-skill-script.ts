import { z } from 'zod'
import type { ManifestEntry, Skill } from '../catalog/skill.ts'
import { type Problem, ProblemError } from '../errors.ts'
import type { RevisionDigest } from '../ids.ts'
import type { ScriptRunner, ScriptRuntime } from '../ports/scripts.ts'
import { executionIdOf } from '../scripts/execution-id.ts'
import { findScript } from '../scripts/find-script.ts'
import { interpreterMissing, nothingRunsScripts } from '../scripts/script-problems.ts'
import { runtimeOfFirstLine, runtimeOfPath } from '../scripts/script-runtime.ts'
import { splitWords } from '../scripts/split-words.ts'
import { missingInput } from '../scripts/workspace-view.ts'
import { givenRevision, slugAsked, unknownSkill, withdrawn } from './portable-skill.ts'
import { revisionOf } from './read-skill-file.ts'
import { scriptResult } from './script-result.ts'
import { defineTool, type Recorded, type ToolServices } from './tool.ts'

const word = z.string().max(20_000)

/** Files of the conversation's folder a script or a command is shown. */
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

/** `run_skill_script` (C4). */
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
  permission: 'skills.read',
  policy: 'none',
  bind: (input) => ({
    skillSlug: slugAsked(input.skill_name),
    // Who may run any command with a skill may run what the skill brings for it.
    alsoNamed: ['run_command', 'run_skill_script'],
    reason: '',
    effect: { kind: 'act', repeatable: false, run: (services) => run(services, input) },
  }),
})

/** Each check in the order in which document C has them; nothing runs before the last. */
async function run(services: ToolServices, call: ScriptCall): Promise<Recorded> {
  const { skill, digest } = await activatedSkill(services, call.skill_name)
  const entry = await scriptOf(services, { skill, digest, name: call.script_name })
  const runtime = await runtimeOf(services, { skill, digest, entry })
  const scripts = await runnerFor(services, runtime)
  const { inputs = [] } = call
  const folder = await folderWith(services, inputs)
  const outcome = await scripts.run({
    ...callOf(services),
    skill: { skillId: skill.id, slug: skill.slug, digest },
    beside: [],
    runtime,
    entry: entry.path,
    args: wordsOf(call.args ?? []),
    inputs,
    wallMs: null,
  })
  return scriptResult(outcome, { folder, inputs })
}

/** What every execution of a tool call has of the call. */
export function callOf(services: ToolServices) {
  const { principal, conversationId, runId, traceId, callId, signal, sha256 } = services
  const executionId = executionIdOf({ conversationId, runId, callId }, sha256)
  return { executionId, principal, conversationId, runId, traceId, callId, signal, stdin: '' }
}

/** Throws ProblemError `sandbox.unavailable` or `sandbox.runtime-missing`. */
export async function runnerFor(
  { scripts }: Pick<ToolServices, 'scripts'>,
  runtime: ScriptRuntime,
): Promise<ScriptRunner> {
  if (!scripts) throw new ProblemError(nothingRunsScripts)
  const there = await scripts.runtimes()
  // Nothing at all there is the sandbox's own matter: it says what to install.
  if (there.size === 0 || there.has(runtime)) return scripts
  throw new ProblemError(interpreterMissing(runtime))
}

/** The conversation's folder. Throws ProblemError `script.input-not-found`. */
export async function folderWith(services: ToolServices, inputs: readonly string[]) {
  const { store, viewer, conversationId } = services
  const folder = await store.workspace.list(viewer, conversationId)
  const missing = missingInput(folder, inputs)
  if (missing) throw new ProblemError(missing)
  return folder
}

/** The revision the conversation was given: no other text and no other files belong to it. */
async function activatedSkill(services: ToolServices, name: string) {
  const { skills, viewer, turn, session } = services
  const slug = slugAsked(name)
  const given = givenRevision(slug, { turn, session })
  if (!given) {
    const known = await skills.findBySlug(viewer, slug)
    const problem = withdrawn(known, name) ?? notActivated(slug)
    throw new ProblemError(problem)
  }
  const skill = await skills.get(viewer, given.skillId)
  const problem = withdrawn(skill, name)
  if (problem || !skill) throw new ProblemError(problem ?? unknownSkill(name))
  return { skill, digest: given.digest }
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

interface Wanted {
  readonly skill: Skill
  readonly digest: RevisionDigest
}

async function scriptOf(
  services: ToolServices,
  { skill, digest, name }: Wanted & { readonly name: string },
): Promise<ManifestEntry> {
  const { manifest } = await revisionOf(services, skill, digest)
  const found = findScript(manifest, { slug: skill.slug, name })
  if ('code' in found) throw new ProblemError(found)
  return found
}

async function runtimeOf(
  { skills, viewer }: ToolServices,
  { skill, digest, entry }: Wanted & { readonly entry: ManifestEntry },
): Promise<ScriptRuntime> {
  const known = runtimeOfPath(entry.path)
  if (known) return known
  const bytes = await skills.file(viewer, skill.id, digest, entry.path)
  const told = bytes ? runtimeOfFirstLine(bytes) : undefined
  if (told) return told
  throw new ProblemError({
    code: 'script.unknown-runtime',
    kind: 'unsupported',
    message: `Nothing here runs ${entry.path} of the skill "${skill.slug}": scripts are Python (.py), JavaScript or TypeScript (.js, .mjs, .cjs, .ts, .mts) or shell (.sh, .bash), or say so in their #! line. Nothing was run.`,
    hint: 'Take another script of the skill, or go on without it.',
    details: { skill: skill.slug, script: entry.path },
  })
}

function wordsOf(args: string | readonly string[]): readonly string[] {
  const words = typeof args === 'string' ? splitWords(args) : args
  if (words) return words
  throw new ProblemError({
    code: 'script.bad-args',
    kind: 'invalid',
    message: 'A quote in args is not closed, or a backslash stands last. Nothing was run.',
    hint: 'Close it, or give the arguments as a list of strings.',
  })
}
