import type { RunId, SkillId } from '../../base/ids.ts'
import type { LoggedEvent, RoutedSkills, ToolRestriction } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { createTranscriptFold, type Transcript } from '../conversation/transcript.ts'
import { createActiveListsFold } from '../session/active-lists.ts'
import { createLatestFold, followLog, type LogFold } from '../session/log-fold.ts'
import { createTaintFold, type Taint } from '../session/taint.ts'
import { runsOfTurn } from '../session/tool-restrictions.ts'
import { createTurnFold, type TurnState } from '../session/turn-state.ts'
import { createRunFold, type RunState } from './fold-run.ts'
import {
  catalogueIn,
  createFilesFold,
  listOrderIn,
  mainStepIn,
  messageIn,
  outsideContentIn,
  preloadIn,
  type ReadFact,
  skillIn,
  triggerIn,
} from './run-facts.ts'

/**
 * What the actions of a run ask of its conversation's log. It grows with the log: each event is folded once, by the
 * first read after it was appended.
 */
export interface RunView {
  state(): RunState
  /** Null when a person started the run. */
  trigger(): TriggerContext | null
  /** Of the whole conversation. */
  taint(): Taint
  /** Whether tools brought something from outside in this run: it ends the use of sub-agents (document D). */
  hasOutsideContent(): boolean
  /** The last message of the conversation; empty before the first. */
  lastMessage(): string
  /** The last message of this run; empty before the first. */
  messageOfRun(): string
  /** The skill whose text the model was given last; null before the first. */
  lastSkill(): string | null
  /** What this run's prompts list; null until it is chosen. */
  catalogue(): RoutedSkills | null
  /** The order of the skill lists that was recorded last, in any run. */
  listOrder(): readonly SkillId[] | null
  /** Whether the main agent has called its model in this run. */
  hasStarted(): boolean
  /** Whether the skills that the trigger names were loaded. */
  hasPreloaded(): boolean
  /** The paths that the agent itself gave to files, in any turn. */
  filesOfAgent(): ReadonlySet<string>
  /** Of the main agent (`null`), or of the sub-agent that answers a call. */
  turnOf(fork: string | null): TurnState
  activeListsOf(fork: string | null): readonly ToolRestriction[]
  transcriptOf(fork: string | null): Transcript
}

/** The view of one run. `events` may grow at its end, and only there. */
export function createRunView(events: readonly LoggedEvent[], runId: RunId): RunView {
  const isOfTurn = runsOfTurn(events, runId)
  const first = events.findIndex((one) => one.runId === runId)
  const start = first === -1 ? events.length : first
  const follow = <Value>(create: () => LogFold<Value>) => followLog(events, create)
  const latest = <Value>(initial: Value, pick: ReadFact<Value>) =>
    follow(() => createLatestFold(initial, ({ event }) => pick(event)))
  const followRun = <Value>(create: () => LogFold<Value>) => followLog(events, create, start)
  const latestOfRun = <Value>(initial: Value, pick: ReadFact<Value>) =>
    followRun(() =>
      createLatestFold(initial, (one) => (one.runId === runId ? pick(one.event) : undefined)),
    )
  const ofEachAgent = <Value>(create: (fork: string | null) => LogFold<Value>) => {
    const followed = new Map<string | null, () => Value>()
    return (fork: string | null): Value => {
      const read = followed.get(fork) ?? follow(() => create(fork))
      followed.set(fork, read)
      return read()
    }
  }
  return {
    state: followRun(() => createRunFold(runId)),
    trigger: latestOfRun<TriggerContext | null>(null, triggerIn),
    taint: follow(createTaintFold),
    hasOutsideContent: latestOfRun(false, outsideContentIn),
    lastMessage: latest('', messageIn),
    messageOfRun: latestOfRun('', messageIn),
    lastSkill: latest<string | null>(null, skillIn),
    catalogue: latestOfRun<RoutedSkills | null>(null, catalogueIn),
    listOrder: latest<readonly SkillId[] | null>(null, listOrderIn),
    hasStarted: latestOfRun(false, mainStepIn),
    hasPreloaded: latestOfRun(false, preloadIn),
    filesOfAgent: follow(createFilesFold),
    turnOf: ofEachAgent((fork) => createTurnFold({ runId, fork }, isOfTurn)),
    activeListsOf: ofEachAgent((fork) => createActiveListsFold({ runId, fork }, isOfTurn)),
    transcriptOf: ofEachAgent(createTranscriptFold),
  }
}
