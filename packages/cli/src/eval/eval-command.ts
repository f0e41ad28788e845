import type { SkillEvalBody, SkillEvalRequest } from '@repertoire/client'
import { findTriggerTestFile } from '@repertoire/skill-md'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { from0To1, from1To100 } from '../command/number-options.ts'
import { type Api, connect, openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { type FoundSkill, findSkills, noSkillFound } from '../import/find-skills.ts'
import { sendSkills } from '../import/send-skills.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { passes, printJson, printTable } from './eval-report.ts'
import { writeCaseFromTrace } from './outcomes/case-from-trace.ts'
import { addOutcomeOptions } from './outcomes/outcome-options.ts'
import { type OutcomeOptions, runOutcomes } from './outcomes/outcomes-command.ts'
import { startTemporaryServer } from './temporary-server.ts'

interface EvalOptions extends ConnectionOptions, OutcomeOptions {
  server: boolean
  within: number
  minRecall: number
  minPrecision: number
  agent?: string
  json: boolean
  outcomes: boolean
  fromTrace?: string
  skill?: string
}

const examples = `
Examples:
  $ repertoire eval skills/                       every skill below this folder, against each other
  $ repertoire eval skills/ --min-recall 0.9 --min-precision 0.8
  $ repertoire eval --server                      the server's skills, as your own turns choose them
  $ repertoire eval --server weekly-report --json
  $ repertoire eval --outcomes skills/report --baseline -k 10 --max-cost 5
  $ repertoire eval --outcomes skills/report --against main --junit outcomes.xml
  $ repertoire eval --outcomes --server report --against 3 --max-cost 5
  $ repertoire eval --from-trace TRACE_ID --skill skills/report

The tests of a skill are in evals/triggers.yaml beside its SKILL.md: messages under must_surface and
must_not_surface, or a list of {query, should_trigger}. Skills of a folder are imported into a
temporary server. Recall: the share of expected messages that surface the skill. Precision: the
share of surfaced messages that are expected.

Outcome tests are in evals/evals.json: they run the real agent, and cost what its model costs. With
--server too they run on this machine, with the model of its environment.

Exit codes: 0 every skill passes, 1 one does not, 2 the command failed; with --outcomes also 3: a
trial needed an approval.`

/** `repertoire eval`. */
export function evalCommand(context: CommandContext): Command {
  const command = new ServerCommand('eval', context)
    .description(
      'run the tests of skills: which skills messages surface, or with --outcomes what answers they lead to',
    )
    .argument('[paths-or-slugs...]', 'folders of skills; with --server, slugs (default: all)')
    .option('--server', 'test the skills of a server instead of a folder', false)
    .option('--within <lines>', 'number of first catalogue lines that count', from1To100, 3)
    .option('--min-recall <share>', 'minimal recall of every skill, 0 to 1', from0To1, 0)
    .option('--min-precision <share>', 'minimal precision of every skill, 0 to 1', from0To1, 0)
    .option('--agent <id>', 'with --server: use this agent’s settings')
    .addOption(
      new Option(
        '--from-trace <id>',
        'add the question of a turn to the outcome tests of a skill',
      ).conflicts(['outcomes', 'server']),
    )
    .option('--skill <folder>', 'with --from-trace: the skill’s folder (default: this one)')
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
  addOutcomeOptions(command)
  return command.run(async (_, targets: string[], options: EvalOptions) =>
    runEvals(targets, options, context),
  )
}

async function runEvals(
  targets: readonly string[],
  options: EvalOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { fromTrace } = options
  if (fromTrace !== undefined) {
    if (targets.length > 0) throw new CommandError('Name the skill’s folder with --skill.')
    return writeCaseFromTrace({ ...options, fromTrace }, context)
  }
  if (options.outcomes) {
    if (options.server && targets.length === 0) {
      throw new CommandError('Name the skills to try: each trial may have to be paid.')
    }
    return runOutcomes(targets.length > 0 ? targets : ['.'], options, context)
  }
  const reports = options.server
    ? await evaluateServerSkills(connect(openServer(options, context)), targets, options)
    : await evaluateFolders(targets.length > 0 ? targets : ['.'], options, context)
  if (reports.length === 0) {
    const hint = 'Write messages into evals/triggers.yaml beside the SKILL.md.'
    throw new CommandError('None of the skills has trigger tests.', hint)
  }
  if (options.json) printJson(context.terminal, reports, options)
  else printTable(context.terminal, reports, options)
  return reports.every((report) => passes(report, options)) ? exitCodes.ok : exitCodes.negative
}

async function evaluateServerSkills(
  api: Api,
  slugs: readonly string[],
  options: EvalOptions,
): Promise<SkillEvalBody[]> {
  const ids: string[] = []
  for (const slug of slugs) {
    const skill = await api.find(slug, undefined)
    if (!skill) throw notFound('skill', slug, 'See `repertoire list`.')
    ids.push(skill.id)
  }
  return runTests(api, slugs.length > 0 ? ids : await api.skillIds(), options)
}

/** Runs the trigger tests of folders in a temporary server; none when no skill has any. */
export async function evaluateFolders(
  paths: readonly string[],
  options: Pick<EvalOptions, 'within' | 'agent'>,
  context: CommandContext,
): Promise<SkillEvalBody[]> {
  const found: FoundSkill[] = []
  for (const path of paths) {
    const { skills } = await findSkills(path, context.cwd)
    if (skills.length === 0) throw noSkillFound(path)
    found.push(...skills)
  }
  if (!found.some(hasTests)) return []
  const server = await startTemporaryServer(context.env)
  const stopping = new AbortController()
  const release = context.onInterrupt(() => stopping.abort())
  try {
    const api = connect(openServer({ data: server.data }, { ...context, env: {} }))
    const sent = sendSkills(
      found,
      (items) => api.importBatch({ scope: 'org', items }),
      stopping.signal,
    )
    for await (const outcomes of sent) {
      for (const { status, path, problem } of outcomes) {
        if (status !== 'refused') continue
        context.terminal.note(
          `Skipped ${sanitizeText(path)}: ${sanitizeText(problem?.message ?? '')}`,
        )
      }
    }
    return await runTests(api, await api.skillIds(), options, stopping.signal)
  } finally {
    release()
    await server.stop()
  }
}

function hasTests({ others }: FoundSkill): boolean {
  return findTriggerTestFile(others.map(({ path }) => path)) !== null
}

/** Skills without tests are run too and skipped in the result. */
async function runTests(
  api: Api,
  ids: readonly string[],
  { within, agent }: Pick<EvalOptions, 'within' | 'agent'>,
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
