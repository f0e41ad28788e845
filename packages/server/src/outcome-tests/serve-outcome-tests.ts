import { once } from 'node:events'
import type { Interface } from 'node:readline'
import { ProblemError } from '@repertoire/core/base'
import { approvalTypes } from '@repertoire/core/domain'
import type { Model } from '@repertoire/core/ports'
import { selectModels } from '../runtime/models/select-model.ts'
import {
  estimateSkills,
  planSkill,
  type RecordedTrial,
  runOutcomeTests,
} from './run-outcome-tests.ts'
import type { TrialPackage } from './try-once.ts'

interface WirePackage {
  readonly path: string
  readonly files: readonly {
    readonly path: string
    readonly content_base64: string
    readonly executable?: boolean
  }[]
}

/** The first line that this process gets. */
interface TestRequest {
  readonly skills: readonly {
    readonly skill: WirePackage
    readonly other?: WirePackage
    readonly baseline: boolean
  }[]
  readonly trials: number
  readonly approve: readonly string[]
  /** Per million tokens; null: unknown. */
  readonly prices: Model['prices'] | null
  readonly recorded: readonly RecordedTrial[]
}

export interface ServedTests {
  readonly lines: Interface
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  send(message: unknown): void
}

/**
 * Answers a request with its plan, waits for the ceiling, and reports each trial. The next begins once the one before
 * is recorded, so that a process that is killed has lost one at most.
 */
export async function serveOutcomeTests({ lines, send, signal, env }: ServedTests): Promise<void> {
  const read = reader(lines, signal)
  const request = (await read()) as TestRequest
  const approve = approvedTypes(request)
  const model = await modelOf(request, env)
  const plans = request.skills.map(({ skill, other, baseline }) =>
    planSkill(
      { skill: toPackage(skill), baseline, other: other && toPackage(other) },
      { model, trials: request.trials, recorded: request.recorded },
    ),
  )
  send({
    ...{ type: 'plan', model: model.label, demo: model.demo },
    trials: plans.reduce((sum, { trials }) => sum + trials.length, 0),
    remaining: plans.reduce((sum, { remaining }) => sum + remaining.length, 0),
    estimateNanos: estimateSkills(plans, model),
  })
  const { maxCostNanos } = (await read()) as { maxCostNanos: number | null }
  const report = await runOutcomeTests(plans, {
    ...{ model, maxCostNanos, signal, approve },
    record: async (trial) => {
      send({ type: 'trial', trial })
      await read()
    },
  })
  send({ type: 'report', ...report })
}

/** A question has an answer, which nobody gives here, so it cannot be approved. */
function approvedTypes({ approve }: TestRequest): ReadonlySet<string> {
  const known: readonly string[] = approvalTypes.filter((type) => type !== 'clarification')
  const unknown = approve.find((type) => !known.includes(type))
  if (unknown === undefined) return new Set(approve)
  throw new ProblemError({
    code: 'outcome-tests.approval-type-unknown',
    kind: 'invalid',
    message: `There is no type of request ${JSON.stringify(unknown)} that can be approved.`,
    hint: `Name some of: ${known.join(', ')}.`,
  })
}

/** The demo model costs nothing. */
async function modelOf({ prices }: TestRequest, env: ServedTests['env']): Promise<Model> {
  const { default: model } = await selectModels(env)
  const known = model.demo ? { input: 0, cachedInput: 0, output: 0 } : prices
  return known ? { ...model, prices: known } : model
}

/** The next line, which may have come already. */
function reader(lines: Interface, signal: AbortSignal): () => Promise<unknown> {
  const waiting: string[] = []
  lines.on('line', (line) => waiting.push(line))
  return async () => {
    if (waiting.length === 0) {
      await once(lines, 'line', { signal }).catch(() => {
        throw new ProblemError({
          code: 'outcome-tests.stopped',
          kind: 'conflict',
          message: 'Nobody waits for the tests any more.',
        })
      })
    }
    return JSON.parse(waiting.shift() ?? 'null')
  }
}

function toPackage({ path, files }: WirePackage): TrialPackage {
  return {
    path,
    files: files.map(({ path: file, content_base64: content, executable = false }) => ({
      ...{ path: file, executable },
      bytes: Buffer.from(content, 'base64'),
    })),
  }
}
