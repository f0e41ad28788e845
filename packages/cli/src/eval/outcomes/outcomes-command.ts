import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandContext } from '../../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../../command/exit-codes.ts'
import type { ConnectionOptions } from '../../connection/connection.ts'
import { createProgress } from '../../terminal/progress.ts'
import { sanitizeJson, sanitizeText } from '../../terminal/sanitize-text.ts'
import { reportJunit } from './junit.ts'
import type { OutcomeReport, ProcessMessage, SkillReport, TestPlan } from './outcome-messages.ts'
import { costText, reportLines, reportMarkdown } from './outcome-report.ts'
import { openResultsFile, type ResultsFile } from './results-file.ts'
import { readServerSkills } from './server-skills.ts'
import { readSkillsUnderTest } from './skills-under-test.ts'
import { startTrialProcess, type TrialProcess } from './trial-process.ts'

export interface OutcomeOptions extends ConnectionOptions {
  /** The skills are those of a server, by their slugs. */
  readonly server: boolean
  readonly baseline: boolean
  readonly against?: string
  readonly trials: number
  readonly minPass: number
  /** In the currency of the prices; absent: a person is asked. */
  readonly maxCost?: number | 'unlimited'
  readonly prices?: { readonly input: number; readonly output: number }
  readonly approve?: string
  readonly results: string
  readonly resume: boolean
  readonly junit?: string
  readonly markdown?: string
  readonly json: boolean
}

/** `repertoire eval --outcomes`, of folders, or of slugs with `--server`. */
export async function runOutcomes(
  targets: readonly string[],
  options: OutcomeOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { server, baseline, against, resume } = options
  const skills = server
    ? await readServerSkills(targets, { ...options, baseline, against }, context)
    : await readSkillsUnderTest(targets, { baseline, against }, context)
  const file = await openResultsFile(resolve(context.cwd, options.results), resume)
  const trials = startTrialProcess(context.env)
  const stopping = { requested: false }
  const release = context.onInterrupt(() => {
    stopping.requested = true
    void trials.stop()
  })
  try {
    trials.send({
      ...{ skills, trials: options.trials, recorded: file.recorded },
      approve: (options.approve ?? '').split(',').flatMap((type) => type.trim() || []),
      prices: options.prices ? { ...options.prices, cachedInput: options.prices.input } : null,
    })
    const plan = await expectMessage(trials, 'plan')
    trials.send({ maxCostNanos: await ceilingOf(plan, options, context) })
    const report = await followTrials({ trials, plan, file }, context)
    await file.close(report.end === 'finished')
    return await writeReport(report, options, context)
  } catch (error) {
    await file.close(false)
    if (!stopping.requested) throw error
    context.terminal.note('Stopped. --resume goes on with it.')
    return exitCodes.interrupted
  } finally {
    release()
    await trials.stop()
  }
}

async function expectMessage<Type extends ProcessMessage['type']>(
  trials: TrialProcess,
  type: Type,
): Promise<Extract<ProcessMessage, { type: Type }>> {
  const message = await trials.next()
  if (message.type === type) return message as Extract<ProcessMessage, { type: Type }>
  throw new CommandError(`The tests said ${message.type} instead of ${type}.`)
}

const nanos = 1_000_000_000

/** The ceiling, agreed on before anything is paid. Null for none. */
async function ceilingOf(
  { model, demo, remaining, trials, estimateNanos }: TestPlan,
  { maxCost }: Pick<OutcomeOptions, 'maxCost'>,
  { terminal, input }: Pick<CommandContext, 'terminal' | 'input'>,
): Promise<number | null> {
  const count = `${remaining} of ${trials} trials`
  terminal.note(`${count} with ${sanitizeText(model)}, about ${costText(estimateNanos)} in all.`)
  if (demo || remaining === 0) return null
  if (maxCost === 'unlimited') return null
  if (maxCost !== undefined) {
    if (estimateNanos !== null) return Math.round(maxCost * nanos)
    const hint = 'Give them with --prices, or accept any cost with --max-cost unlimited.'
    throw new CommandError('A ceiling needs the prices of the model, which are unknown.', hint)
  }
  const hint = 'Use --max-cost with a ceiling, or --max-cost unlimited.'
  if (!input.isTerminal) throw new CommandError('The cost needs a ceiling.', hint)
  if (estimateNanos === null) {
    const answer = await input.prompt('The prices are unknown. Try them whatever it costs? [y/N] ')
    if (/^y(es)?$/i.test(answer.trim())) return null
    throw new CommandError('Nothing was tried.', hint)
  }
  const written = (await input.prompt('What may it cost at most? ')).trim()
  const ceiling = Number(written)
  if (written !== '' && ceiling >= 0 && Number.isFinite(ceiling)) return Math.round(ceiling * nanos)
  throw new CommandError('That is no cost. Nothing was tried.', hint)
}

interface FollowedTrials {
  readonly trials: TrialProcess
  readonly plan: TestPlan
  readonly file: ResultsFile
}

async function followTrials(
  { trials, plan, file }: FollowedTrials,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<OutcomeReport> {
  const progress = createProgress(terminal, 'trials')
  let done = plan.trials - plan.remaining
  for (;;) {
    const message = await trials.next()
    if (message.type === 'report') {
      progress.clear()
      return message
    }
    if (message.type !== 'trial') throw new CommandError(`The tests said ${message.type}.`)
    await file.add(message.trial)
    done += 1
    progress.show(done, plan.trials)
    trials.send('recorded')
  }
}

const ends = {
  'over-cost': 'The ceiling is reached. --resume goes on with a higher one.',
  'cost-unknown': 'The model did not say what it used, so the ceiling cannot hold.',
  stopped: 'Stopped. --resume goes on with it.',
} as const

async function writeReport(
  { end, skills }: OutcomeReport,
  { json, junit, markdown, minPass }: OutcomeOptions,
  { terminal, cwd }: Pick<CommandContext, 'terminal' | 'cwd'>,
): Promise<ExitCode> {
  if (junit !== undefined) await writeFile(resolve(cwd, junit), reportJunit(skills))
  if (markdown !== undefined) await writeFile(resolve(cwd, markdown), reportMarkdown(skills))
  for (const skill of skills) {
    if (json) terminal.out(sanitizeJson({ ...skill, end, passed: passes(skill, minPass) }))
    else for (const line of reportLines(skill)) terminal.out(line)
  }
  if (end !== 'finished') {
    terminal.note(ends[end])
    return end === 'stopped' ? exitCodes.interrupted : exitCodes.negative
  }
  const waits = skills.some(({ arms }) => arms.some((one) => one.statuses['needs-approval'] > 0))
  if (waits) return exitCodes.waiting
  return skills.every((skill) => passes(skill, minPass)) ? exitCodes.ok : exitCodes.negative
}

/** Whether enough of its trials pass, each has a verdict, and it is not worse than what it is compared with. */
function passes({ arms, differences }: SkillReport, minPass: number): boolean {
  const own = arms.find(({ arm }) => arm === 'with')
  if (!own || own.passes.rate === null || own.statuses.error > 0) return false
  return own.passes.rate >= minPass && differences.every(({ verdict }) => verdict !== 'worse')
}
