import type { Problem } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { type ModelCallUsage, unknownUsage } from '../../domain/token-usage.ts'
import { type CheckVerdict, type TrialResult, type TrialStatus, usageOfCalls } from './trial.ts'

/** What a trial's conversation says. */
export interface TrialLog extends Pick<TrialResult, 'model' | 'answer' | 'activated' | 'usage'> {
  /** Null: it was answered. */
  readonly problem: Problem | null
}

/** Reads a conversation of one turn. Pure. */
export function readTrial(log: readonly LoggedEvent[], skillId: SkillId | null): TrialLog {
  const calls: ModelCallUsage[] = []
  let [model, answer, activated] = ['', '', false]
  let problem: Problem | null = null
  for (const { event } of log) {
    switch (event.type) {
      case 'step-started':
        model = event.model.id ?? event.model.label
        activated ||= event.skills?.some((one) => one.skillId === skillId) ?? false
        break
      case 'step-completed':
      case 'context-summarised':
        calls.push(event)
        break
      // Part of the answer had come, so it may have to be paid.
      case 'step-interrupted':
        calls.push({ usage: unknownUsage })
        break
      case 'run-completed':
        answer = event.text
        break
      case 'run-failed':
        problem = event.problem
        break
      default:
    }
  }
  return { model, answer, activated, problem, usage: usageOfCalls(calls) }
}

/** What a run that gave no answer says about the skill: nothing, where the model could not be reached. */
export function failedRunStatus({ code, message }: Problem): Pick<TrialResult, 'status' | 'why'> {
  return { status: code.startsWith('model.') ? 'error' : 'failed', why: message }
}

/** One failed check fails a trial, whatever could not be decided. */
export function statusOfChecks(
  checks: readonly CheckVerdict[],
): Pick<TrialResult, 'status' | 'why'> {
  const failed = checks.find(({ passed }) => passed === false)
  const undecided = checks.find(({ passed }) => passed === null)
  const first = failed ?? undecided
  const status: TrialStatus = failed ? 'failed' : undecided ? 'error' : 'passed'
  return { status, why: first ? `${first.name}: ${first.why}` : '' }
}
