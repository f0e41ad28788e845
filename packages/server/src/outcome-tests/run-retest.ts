import { isProblemError } from '@repertoire/core/base'
import {
  anonymousViewer,
  costNanosOf,
  type OutcomeRetest,
  type RetestEnd,
  type RetestedSkill,
  type RetestResult,
  type RetestSide,
  type RetestTrial,
  retestSides,
  type Skill,
} from '@repertoire/core/domain'
import { filesOfRevision } from '@repertoire/core/keep'
import type { Clock, Model, TenantStore } from '@repertoire/core/ports'
import {
  compareModels,
  noTrialUsage,
  planTrials,
  retestCostOn,
  retestTrialsPerCase,
  runTrials,
  skillsToRetest,
  type Trial,
  type TrialResult,
  wholeUsage,
} from '@repertoire/core/report'
import { type OutcomeCase, outcomeTestFile, readOutcomeTests } from '@repertoire/skill-md'
import type { Embedded } from '../embedding/open-embedded.ts'
import type { Models } from '../runtime/models/select-model.ts'
import { tryOnce } from './try-once.ts'

/** Cases of a skill that are tried. */
const maxCases = 25

type TrialServer = Pick<Embedded, 'services' | 'close'>

export interface RetestPorts {
  readonly store: TenantStore
  /** The organisation's, and the one that null names. */
  readonly models: Models
  readonly serverModel: Model
  readonly clock: Clock
  readonly signal: AbortSignal
  /** A server that nobody else can reach, with this model. */
  openServer(model: Model): Promise<TrialServer>
}

type Finished = Omit<RetestResult, 'endedAt'>

/** Tries the tests of the skills in use with both models, under what is left of the day's ceiling. Null: the signal stopped it. */
export async function runRetest(
  ports: RetestPorts,
  retest: OutcomeRetest,
): Promise<Finished | null> {
  const { store } = ports
  const { settings } = await store.settings.get()
  const dayCostNanos = settings.outcomeRetestMaxCost * 1e9
  // What nobody can count may have taken all of it.
  const spentToday = (await retestCostOn(store, ports.clock.now())) ?? dayCostNanos
  const maxCostNanos = Math.max(0, Math.round(dayCostNanos - spentToday))
  const nothing = { spentNanos: 0, maxCostNanos, labels: null, skills: [], untried: 0 }
  if (dayCostNanos === 0) return { end: 'off', ...nothing }
  if (retest.before === retest.after) return { end: 'unchanged', ...nothing }
  const models = { before: modelOf(ports, retest.before), after: modelOf(ports, retest.after) }
  const { before, after } = models
  if (!before || !after) return { end: 'model-gone', ...nothing }
  const labels = { before: before.label, after: after.label }
  if (!hasPrices(before) || !hasPrices(after)) return { end: 'cost-unknown', ...nothing, labels }
  const skills = await skillsToRetest(store, { agentId: retest.agentId, now: ports.clock.now() })
  if (skills.length === 0) return { end: 'finished', ...nothing, labels }
  if (maxCostNanos === 0) {
    return { end: 'over-cost', ...nothing, labels, untried: skills.length }
  }
  const servers = await openServers(ports, { before, after })
  try {
    const run = { ports, retest, servers, judge: before, maxCostNanos }
    const tried = await retestSkills(run, skills)
    return tried && { ...tried, maxCostNanos, labels }
  } finally {
    await Promise.all(retestSides.map((side) => servers[side].close()))
  }
}

/** The demo model costs nothing. */
function modelOf({ models, serverModel }: RetestPorts, id: string | null): Model | null {
  const model = id === null ? serverModel : models.byId.get(id)
  if (!model) return null
  return model.demo ? { ...model, prices: { input: 0, cachedInput: 0, output: 0 } } : model
}

function hasPrices({ prices }: Model): boolean {
  return costNanosOf({ inputTokens: 1, outputTokens: 1 }, prices) !== null
}

async function openServers(
  { openServer }: RetestPorts,
  { before, after }: Readonly<Record<RetestSide, Model>>,
): Promise<Readonly<Record<RetestSide, TrialServer>>> {
  const one = await openServer(before)
  try {
    return { before: one, after: await openServer(after) }
  } catch (error) {
    await one.close()
    throw error
  }
}

interface RunningRetest {
  readonly ports: RetestPorts
  readonly retest: OutcomeRetest
  readonly servers: Readonly<Record<RetestSide, TrialServer>>
  /** The same for both sides, so that no change of judge looks like a change of the skill. */
  readonly judge: Model
  readonly maxCostNanos: number
}

async function retestSkills(
  run: RunningRetest,
  skills: readonly Skill[],
): Promise<Pick<Finished, 'end' | 'spentNanos' | 'skills' | 'untried'> | null> {
  const trials = [...(await run.ports.store.outcomeRetests.trials(run.retest.id))]
  const results: RetestedSkill[] = []
  let end: RetestEnd = 'finished'
  for (const skill of skills) {
    const tried = await retestSkill(run, skill, trials)
    if (tried.end === 'stopped') return null
    if (tried.result) results.push(tried.result)
    end = tried.end
    if (end !== 'finished') break
  }
  const costs = trials.map(({ costNanos }) => costNanos)
  const spentNanos = costs.includes(null)
    ? null
    : (costs as number[]).reduce((sum, cost) => sum + cost, 0)
  return { end, spentNanos, skills: results, untried: skills.length - results.length }
}

interface TriedSkill {
  readonly end: 'finished' | 'over-cost' | 'cost-unknown' | 'stopped'
  /** Undefined where nothing of it was tried. */
  readonly result: RetestedSkill | undefined
}

/** Adds to `trials`, which have everything that was tried, and so paid, in this retest. */
async function retestSkill(
  run: RunningRetest,
  { id: skillId, slug, head }: Skill,
  trials: RetestTrial[],
): Promise<TriedSkill> {
  const { store, signal } = run.ports
  const content = { skillId, digest: head.digest }
  const isOfContent = (one: RetestTrial) => one.skillId === skillId && one.digest === content.digest
  try {
    const files = await filesOfRevision(store.skills, anonymousViewer, {
      id: skillId,
      revision: head,
    })
    const cases = casesOf(files.find(({ path }) => path === outcomeTestFile)?.bytes)
    const sides = new Map<string, RetestSide>()
    const done = new Set(
      trials.filter((one) => isOfContent(one) && one.status !== 'error').map(trialKey),
    )
    const planned = planSides(cases, sides).filter(({ key }) => !done.has(key))
    const testPackage = { path: slug, files }
    const end = await runTrials(
      { trials: planned, finished: trials.map(paidTrial), maxCostNanos: run.maxCostNanos },
      {
        signal,
        tryOnce: (trial) => {
          const { servers, judge } = run
          const server = servers[sides.get(trial.key) ?? 'before']
          const packages = { with: testPackage }
          const setup = { server, model: judge, packages, cases, testPackage, approve: nothing }
          return tryOnce(setup, trial, signal)
        },
        record: async (result) => {
          const trial = toTrial(content, sides.get(result.key) ?? 'before', result)
          await store.outcomeRetests.addTrial(run.retest.id, trial)
          trials.push(trial)
        },
      },
    )
    const result = trials.some(isOfContent) ? compareModels(content, trials) : undefined
    return { end, result: end === 'finished' ? compareModels(content, trials) : result }
  } catch (error) {
    if (signal.aborted) return { end: 'stopped', result: undefined }
    if (!isProblemError(error)) throw error
    const problem = error.problem.message
    return { end: 'finished', result: { ...compareModels(content, trials), problem } }
  }
}

const nothing: ReadonlySet<string> = new Set()

function casesOf(bytes: Uint8Array | undefined): readonly OutcomeCase[] {
  return readOutcomeTests(new TextDecoder().decode(bytes)).cases.slice(0, maxCases)
}

/** Each trial with one model and then with the other, so that a test that ends early has pairs. */
function planSides(
  cases: readonly OutcomeCase[],
  sides: Map<string, RetestSide>,
): readonly Trial[] {
  const trials = retestTrialsPerCase(cases.length)
  return planTrials({ cases, arms: ['with'], trials }).flatMap((trial) =>
    retestSides.map((side) => {
      const key = trialKey({ ...trial, side })
      sides.set(key, side)
      return { ...trial, key }
    }),
  )
}

function trialKey({ side, caseId, trial }: Pick<RetestTrial, 'side' | 'caseId' | 'trial'>): string {
  return JSON.stringify([side, caseId, trial])
}

function toTrial(
  content: Pick<RetestTrial, 'skillId' | 'digest'>,
  side: RetestSide,
  result: TrialResult,
): RetestTrial {
  const { caseId, trial, status } = result
  return { ...content, side, caseId, trial, status, costNanos: wholeUsage(result).costNanos }
}

function paidTrial({ costNanos }: RetestTrial) {
  return { usage: { ...noTrialUsage, costNanos }, judgeUsage: noTrialUsage }
}
