import type { SkillEvalBody, SkillEvalRequest } from '@repertoire/client'
import { findTriggerTestFile } from '@repertoire/skill-md'
import { Command, InvalidArgumentError } from 'commander'
import { type Api, connect } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import { type FoundSkill, findSkills, noSkillIn } from '../import/find-skills.ts'
import { sendSkills } from '../import/send-skills.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainText } from '../terminal/plain-text.ts'
import { passes, printJson, printTable } from './eval-report.ts'
import { startThrowawayServer } from './throwaway-server.ts'

interface EvalOptions extends ConnectionOptions {
  server: boolean
  within: number
  minRecall: number
  minPrecision: number
  agent?: string
  json: boolean
}

const examples = `
Examples:
  $ repertoire eval skills/                       every skill below this folder, among themselves
  $ repertoire eval skills/ --min-recall 0.9 --min-precision 0.8
  $ repertoire eval --server                      those of the server, as your own turns would be
  $ repertoire eval --server weekly-report --json

A skill's tests are in evals/triggers.yaml beside its SKILL.md: messages under must_surface and
must_not_surface; a list of {query, should_trigger} does, too. A folder's skills are brought into a
server that is started for this alone. Recall: of the messages that should surface the skill, the
share that do. Precision: of those that do, the share that should.

Exit codes: 0 every skill passes, 1 one does not, 2 could not be asked.`

/** `repertoire eval`. */
export function evalCommand(around: Surroundings): Command {
  const command = new Command('eval')
    .description('run the trigger tests of skills: what their messages bring up')
    .argument('[paths-or-slugs...]', 'folders of skills; with --server, slugs (all when none)')
    .option('--server', 'the skills of a server instead of a folder’s', false)
    .option('--within <lines>', 'first lines of the catalogue that count', parseLines, 3)
    .option('--min-recall <share>', 'least recall of every skill, 0 to 1', parseShare, 0)
    .option('--min-precision <share>', 'least precision of every skill, 0 to 1', parseShare, 0)
    .option('--agent <id>', 'with --server: as this agent’s settings choose')
    .option('--json', 'one JSON object a skill and line', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (named: string[], options: EvalOptions) => {
    around.finish(await runEvals(named, options, around))
  })
}

async function runEvals(
  named: readonly string[],
  options: EvalOptions,
  around: Surroundings,
): Promise<ExitCode> {
  const reports = options.server
    ? await ofServer(connect(options, around), named, options)
    : await ofFolders(named.length > 0 ? named : ['.'], options, around)
  if (reports.length === 0) {
    const hint = 'Write messages into evals/triggers.yaml beside the SKILL.md.'
    throw new CommandError('None of the skills has trigger tests.', hint)
  }
  if (options.json) printJson(around.terminal, reports, options)
  else printTable(around.terminal, reports, options)
  return reports.every((report) => passes(report, options)) ? exitCodes.ok : exitCodes.negative
}

async function ofServer(
  api: Api,
  slugs: readonly string[],
  options: EvalOptions,
): Promise<SkillEvalBody[]> {
  const ids: string[] = []
  for (const slug of slugs) {
    const skill = await api.find(slug, undefined)
    if (!skill) throw new CommandError(`There is no skill ${JSON.stringify(plainText(slug))}.`)
    ids.push(skill.id)
  }
  return evaluated(api, slugs.length > 0 ? ids : await api.skillIds(), options)
}

async function ofFolders(
  paths: readonly string[],
  options: EvalOptions,
  around: Surroundings,
): Promise<SkillEvalBody[]> {
  const found: FoundSkill[] = []
  for (const path of paths) {
    const { skills } = await findSkills(path, around.cwd)
    if (skills.length === 0) throw noSkillIn(path)
    found.push(...skills)
  }
  if (!found.some(hasTests)) return []
  const server = await startThrowawayServer(around.env)
  const stopping = new AbortController()
  const release = around.onInterrupt(() => stopping.abort())
  try {
    const api = connect({ data: server.data }, { ...around, env: {} })
    const sent = sendSkills(found, (items) => api.importBatch('org', items), stopping.signal)
    for await (const outcomes of sent) {
      for (const { status, path, problem } of outcomes) {
        if (status !== 'refused') continue
        around.terminal.note(`Left out ${plainText(path)}: ${plainText(problem?.message ?? '')}`)
      }
    }
    return await evaluated(api, await api.skillIds(), options, stopping.signal)
  } finally {
    release()
    await server.stop()
  }
}

function hasTests({ others }: FoundSkill): boolean {
  return findTriggerTestFile(others.map(({ path }) => path)) !== null
}

/** Skills without tests are asked, too, and left out. */
async function evaluated(
  api: Api,
  ids: readonly string[],
  { within, agent }: EvalOptions,
  signal?: AbortSignal,
): Promise<SkillEvalBody[]> {
  const request: SkillEvalRequest = { within, ...(agent === undefined ? {} : { agent_id: agent }) }
  const reports: SkillEvalBody[] = []
  for (const id of ids) {
    if (signal?.aborted) throw new CommandError('Stopped.')
    const report = await api.runEvals(id, request)
    if (report.path !== null) reports.push(report)
  }
  return reports.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
}

function parseLines(text: string): number {
  const lines = Number(text)
  if (Number.isInteger(lines) && lines >= 1 && lines <= 100) return lines
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.')
}

function parseShare(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('It must be a number from 0 to 1.')
}
