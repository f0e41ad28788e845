import { ProblemError } from '../../../base/errors.ts'
import type { RevisionDigest, UserId } from '../../../base/ids.ts'
import type { ScriptRuntime, ScriptSkill } from '../../../domain/execution.ts'
import type { ManifestEntry, Skill } from '../../../domain/skill.ts'
import type { ScriptRunner } from '../../../ports/scripts.ts'
import { findScript } from '../../scripts/find-script.ts'
import { interpreterMissing, scriptsUnavailable } from '../../scripts/script-problems.ts'
import { runtimeOfFirstLine, runtimeOfPath } from '../../scripts/script-runtime.ts'
import { pathInSkill } from '../../scripts/skill-folder.ts'
import { splitWords } from '../../scripts/split-words.ts'
import { unavailableSkill } from '../../tools/portable-skill.ts'
import type { ToolServices } from '../../tools/tool.ts'
import { revisionOf } from '../portable/read-skill-file.ts'

export interface RequestedScript {
  readonly skill: Skill
  readonly digest: RevisionDigest
  /** A path, or a file name below `scripts/`. */
  readonly name: string
  readonly args: string | readonly string[]
}

export interface PreparedScript {
  readonly skill: ScriptSkill
  readonly entry: string
  readonly runtime: ScriptRuntime
  readonly args: readonly string[]
}

interface ScriptServices {
  readonly skills: ToolServices['skills']
  readonly viewer: UserId
  readonly scripts: ScriptRunner | null
}

/**
 * Resolves the file and its runtime, with the checks in document C's order. The caller has checked
 * access to the skill. Throws ProblemError `skill.disabled`, `script.not-found`, `script.ambiguous`,
 * `script.unknown-runtime`, `script.bad-args`, `sandbox.unavailable` or `sandbox.runtime-missing`.
 */
export async function prepareScript(
  services: ScriptServices,
  request: RequestedScript,
): Promise<PreparedScript> {
  const { skill, digest } = request
  const problem = unavailableSkill(skill, skill.slug)
  if (problem) throw new ProblemError(problem)
  const { manifest } = await revisionOf(services, skill, digest)
  const found = findScript(manifest, { slug: skill.slug, name: pathInSkill(request.name) })
  if ('code' in found) throw new ProblemError(found)
  const runtime = await runtimeOf(services, { skill, digest, entry: found })
  await runnerFor(services, runtime)
  const { id: skillId, slug } = skill
  return {
    skill: { skillId, slug, digest },
    entry: found.path,
    runtime,
    args: parseArguments(request.args),
  }
}

/** Throws ProblemError `sandbox.unavailable` or `sandbox.runtime-missing`. */
export async function runnerFor(
  { scripts }: Pick<ScriptServices, 'scripts'>,
  runtime: ScriptRuntime,
): Promise<ScriptRunner> {
  if (!scripts) throw new ProblemError(scriptsUnavailable)
  const available = await scripts.runtimes()
  // Without any runtime the sandbox itself reports what to install.
  if (available.size === 0 || available.has(runtime)) return scripts
  throw new ProblemError(interpreterMissing(runtime))
}

async function runtimeOf(
  { skills, viewer }: ScriptServices,
  {
    skill,
    digest,
    entry,
  }: { readonly skill: Skill; readonly digest: RevisionDigest; readonly entry: ManifestEntry },
): Promise<ScriptRuntime> {
  const known = runtimeOfPath(entry.path)
  if (known) return known
  const bytes = await skills.file(viewer, skill.id, digest, entry.path)
  const declared = bytes ? runtimeOfFirstLine(bytes) : undefined
  if (declared) return declared
  throw new ProblemError({
    code: 'script.unknown-runtime',
    kind: 'unsupported',
    message: `Nothing here runs ${entry.path} of the skill "${skill.slug}": scripts are Python (.py), JavaScript or TypeScript (.js, .mjs, .cjs, .ts, .mts) or shell (.sh, .bash), or say so in their #! line. Nothing was run.`,
    hint: 'Take another script of the skill, or go on without it.',
    details: { skill: skill.slug, script: entry.path },
  })
}

function parseArguments(args: string | readonly string[]): readonly string[] {
  const words = typeof args === 'string' ? splitWords(args) : args
  if (words) return words
  throw new ProblemError({
    code: 'script.bad-args',
    kind: 'invalid',
    message: 'A quote in args is not closed, or a backslash stands last. Nothing was run.',
    hint: 'Close it, or give the arguments as a list of strings.',
  })
}
