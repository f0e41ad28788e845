import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RepertoireError, type TraceBody, type WireEvent } from '@repertoire/client'
import { addOutcomeCase, outcomeTestFile, outcomeTestLimits } from '@repertoire/skill-md'
import type { CommandContext } from '../../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../../command/exit-codes.ts'
import { notFound } from '../../command/not-found.ts'
import { openServer, type Server } from '../../connection/api.ts'
import type { ConnectionOptions } from '../../connection/connection.ts'
import { findSkills, noSkillFound } from '../../import/find-skills.ts'
import { readSkill } from '../../import/read-skill.ts'
import { sanitizeText } from '../../terminal/sanitize-text.ts'

export interface FromTraceOptions extends ConnectionOptions {
  readonly fromTrace: string
  readonly skill?: string
}

/** `repertoire eval --from-trace`: adds the question of a turn to the outcome tests of a skill. */
export async function writeCaseFromTrace(
  { fromTrace, skill: given = '.', ...options }: FromTraceOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const folder = resolve(context.cwd, given)
  const name = await nameOfSkill(given, context.cwd)
  const { prompt, files } = await questionOf(fromTrace, openServer(options, context))
  const file = join(folder, outcomeTestFile)
  await refuseLinks(folder)
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CommandError(`${file} cannot be read: ${error.message}`)
  })
  const after = addOutcomeCase(before, name, { prompt, files })
  if (after === null) {
    throw new CommandError(`${sanitizeText(file)} has no list of cases, so nothing was added.`)
  }
  await mkdir(join(folder, 'evals'), { recursive: true })
  const written = `${file}.${process.pid}.tmp`
  await writeFile(written, after, { flag: 'wx' })
  await rename(written, file)
  const { terminal } = context
  terminal.out(sanitizeText(file))
  terminal.note('Write into it what the answer must have: `expected_output`, or `assertions`.')
  if (files.length > 0) {
    terminal.note(`Put these files beside it: ${sanitizeText(files.join(', '))}`)
  }
  return exitCodes.ok
}

async function nameOfSkill(given: string, cwd: string): Promise<string> {
  const { skills } = await findSkills(given, cwd)
  const [found, ...others] = skills
  if (!found) throw noSkillFound(given)
  // One further down would get a case into the folder above it.
  if (others.length > 0 || found.skillMd.file !== join(resolve(cwd, given), found.skillMd.path)) {
    throw new CommandError(
      `${sanitizeText(given)} is not the folder of one skill.`,
      'Name the folder with its SKILL.md: --skill skills/report.',
    )
  }
  const read = await readSkill(found)
  if (read.ok && read.slug !== undefined) return read.slug
  throw new CommandError(`${sanitizeText(given)} cannot be read as a skill.`)
}

interface TracedQuestion {
  readonly prompt: string
  /** Where the package of the skill would have the files that were there when it was asked. */
  readonly files: readonly string[]
}

async function questionOf(traceId: string, { client, send }: Server): Promise<TracedQuestion> {
  const found = client.traces.get(traceId).catch((error: unknown) => {
    if (error instanceof RepertoireError && error.status === 404) return null
    throw error
  })
  const trace = await send(found)
  const asked = trace ? messageOf(trace) : null
  if (!trace || !asked) {
    const hint = 'See `repertoire runs --json`, which has the trace ids.'
    throw notFound('turn of yours under the trace', traceId, hint)
  }
  const { conversation_id: conversation, at, text } = asked
  const { items } = await send(client.files.list(conversation))
  const before = items.filter(({ updated_at: changed }) => Date.parse(changed) <= Date.parse(at))
  const files = before.slice(0, outcomeTestLimits.maxFiles).map(({ path }) => `evals/files/${path}`)
  return { prompt: text, files }
}

/** The message that began it. */
function messageOf({ items }: TraceBody) {
  for (const item of items) {
    if (item.kind !== 'event') continue
    const { event, data } = item.event as WireEvent
    if (event === 'message_received') {
      return { conversation_id: item.conversation_id, at: item.at, text: data.text }
    }
  }
  return null
}

/** A skill of somebody else may have a link that leads out of its folder. */
async function refuseLinks(folder: string): Promise<void> {
  for (const path of ['evals', outcomeTestFile]) {
    const found = await lstat(join(folder, path)).catch(() => undefined)
    if (!found?.isSymbolicLink()) continue
    throw new CommandError(`${sanitizeText(join(folder, path))} is a link, so nothing was written.`)
  }
}
