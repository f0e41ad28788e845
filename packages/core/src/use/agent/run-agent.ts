import { isProblemError, type Problem, ProblemError } from '../../base/errors.ts'
import { type Agent, agentToolsets } from '../../domain/agent.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { lowerRole, type Principal } from '../../domain/principal.ts'
import { agentDeleted, modelUnavailable } from '../../keep/agents/agent-problems.ts'
import { attachedSkills } from '../../keep/agents/attached-skills.ts'
import { offeredTools, toolsmithToolsetName } from '../authored/shared-tools.ts'
import { canRunScripts } from '../scripts/can-run-scripts.ts'
import { newContentReads } from '../tools/content-reads.ts'
import { keepEnabledSkills, type ReadEnabledSkills } from '../tools/enabled-skills.ts'
import { availableHere, type ReadEnvironment } from '../tools/skill-conditions.ts'
import { requestedTool } from '../tools/tool-invoke.ts'
import { registryToolsetName } from '../toolsets/registry/registry.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import { endFork } from './end-fork.ts'
import {
  type AgentState,
  type CallApproval,
  type Fork,
  pendingApproval,
  type RunState,
} from './fold-run.ts'
import { forkJournal, type Journal, openJournal } from './journal.ts'
import { takeModelStep } from './model-step.ts'
import { nextAction } from './next-action.ts'
import { leaveWithdrawn } from './prompt-skills.ts'
import { returnResult } from './return-result.ts'
import type { StepContext } from './step-context.ts'
import { takeToolStep } from './tool-step.ts'
import { turnEnvironment } from './turn-environment.ts'

/**
 * Why the loop returned. `over`: the run is completed, failed or cancelled. `waiting`: for a person.
 * `stopped`: on request. `paused`: before an action that {@link AgentTurn.mayTake} refused. `lost`: another process
 * holds the run, or its conversation is gone.
 */
export type AgentOutcome = 'over' | 'waiting' | 'stopped' | 'paused' | 'lost'

/** Reopenings of the log after a concurrent write; more than a few indicate a defect. */
const maxReopenings = 10

/**
 * Works on a claimed run until it ends or waits. Each decision follows from the log, and each effect is
 * logged before it is reported, so a process may die at any point and another continues with a new call of
 * this function. Errors of the store, and internal ones, are thrown: the run then stays open and can be
 * claimed again.
 */
export async function runAgent(ports: AgentPorts, turn: AgentTurn): Promise<AgentOutcome> {
  let emitResumed = !turn.fresh
  const enabledSkills = keepEnabledSkills(ports.store.skills, turn.userId)
  for (let reopenings = 0; ; reopenings += 1) {
    try {
      const journal = await openJournal(ports, turn)
      if (!journal) return 'lost'
      return await runLoop({ ports, turn, journal, emitResumed, enabledSkills })
    } catch (error) {
      if (!isProblemError(error)) throw error
      const { code } = error.problem
      if (code === 'conversation.not-found') return 'lost'
      if (!staleStateCodes.has(code) || reopenings >= maxReopenings) throw error
      if (turn.signal.aborted) return 'stopped'
      if (!(await turn.renewLease())) return outcomeAfterLostLease(ports, turn)
      emitResumed = false
    }
  }
}

/** Problem codes of stale state: nothing was written, and the loop decides again. */
const staleStateCodes: ReadonlySet<string> = new Set([
  'conversation.moved-on',
  'run.not-open',
  'workspace.changed',
  'workspace.full',
  'workspace.path-collision',
  'observations.stale',
  'grant.not-usable',
])

interface LoopContext {
  readonly ports: AgentPorts
  readonly turn: AgentTurn
  readonly journal: Journal
  readonly emitResumed: boolean
  readonly enabledSkills: ReadEnabledSkills
}

async function runLoop(loop: LoopContext): Promise<AgentOutcome> {
  const { ports, turn, journal, emitResumed } = loop
  const first = journal.view.state()
  if (emitResumed && !first.over && !isAwaitingApproval(first)) {
    await journal.append([{ type: 'run-resumed', cause: 'crash' }])
  }
  for (;;) {
    if (turn.signal.aborted || turn.stopRequested()) return 'stopped'
    const state = journal.view.state()
    const action = nextAction(state, ports.limits)
    switch (action.do) {
      case 'stop':
        return 'over'
      case 'complete': {
        const { text } = action
        await journal.append([{ type: 'run-completed', text }], { run: { status: 'completed' } })
        break
      }
      case 'fail':
        await fail(journal, action.problem)
        break
      case 'end-fork':
        await endFork(journal, action.end)
        break
      case 'hand-back':
        await returnResult(journal, action)
        break
      case 'await-approval':
        if (!(await recordAnswer({ ports, journal }, action))) return 'waiting'
        break
      case 'call-model':
      case 'run-tool': {
        const tool = action.do === 'run-tool' ? requestedTool(action.pending.call) : null
        if (turn.mayTake?.(tool) === false) return 'paused'
        const { fork } = action
        const context = await stepContext(loop, { state, fork })
        if ('problem' in context) await fail(journal, context.problem)
        else if (action.do === 'call-model') {
          await takeModelStep(context, fork ?? state, action.step)
        } else {
          // A client's conversation has no model step, before which they would leave.
          if (state.client !== null && !fork) await leaveWithdrawn(context)
          const outcome = await takeToolStep(context, action.pending)
          if (outcome === 'waiting' && (state.client === null || fork)) return 'waiting'
        }
      }
    }
  }
}

async function fail(journal: Journal, problem: Problem): Promise<void> {
  await journal.append([{ type: 'run-failed', problem }], { run: { status: 'failed', problem } })
}

/** Copies a person's answer from its row into the log. False while there is none. */
async function recordAnswer(
  { ports, journal }: Pick<LoopContext, 'ports' | 'journal'>,
  {
    callId,
    approval: callApproval,
    fork,
  }: { callId: string; approval: CallApproval; fork: Fork | null },
): Promise<boolean> {
  const { approvalId } = callApproval
  const row = await ports.store.approvals.get(approvalId)
  if (!row) throw new ProblemError(approvalMissing)
  if (row.status === 'pending') return false
  const { status: decision, answeredBy, note } = row
  await journal.append([
    { type: 'run-resumed', cause: 'approval' },
    {
      type: 'approval-resolved',
      ...{ approvalId, callId, decision, answeredBy, note },
      ...(fork && { fork: fork.call.id }),
    },
  ])
  return true
}

function isAwaitingApproval({ pending: [first] }: AgentState): boolean {
  if (!first) return false
  return first.fork ? isAwaitingApproval(first.fork) : pendingApproval(first) !== null
}

/**
 * The current principal, agent, settings and tools. A problem when the person has left the organisation, or
 * the agent or its model is gone.
 */
async function stepContext(
  { ports, turn, journal, enabledSkills }: LoopContext,
  { state, fork }: { state: RunState; fork: Fork | null },
): Promise<StepContext | { readonly problem: Problem }> {
  const member = await ports.store.members.get(turn.userId)
  if (!member) return { problem: requesterLeft }
  const agent = state.agent && (await ports.store.agents.get(state.agent.id))
  if (state.agent && !agent) return { problem: agentDeleted(state.agent.id) }
  const modelId = agent?.modelId ?? null
  const model = modelId === null ? ports.model : ports.findModel(modelId)
  if (!model) return { problem: modelUnavailable(modelId ?? '') }
  const { settings } = await ports.store.settings.get()
  // A run keeps the role that it began with, unless the person has lost it since.
  const role = lowerRole(member.role, journal.run.role)
  const permissions = rolePermissions(role).filter((one) => state.permissions.includes(one))
  const principal: Principal = {
    tenantId: ports.store.tenantId,
    userId: turn.userId,
    role,
    permissions,
  }
  const allAttached = agent ? await attachedSkills(ports.store.skills, turn.userId, agent) : []
  const fetches = settings.skillsDynamicSearchEnabled && ports.registry !== null
  const toolsets = [...activeToolsets(state, agent), ...(fetches ? [registryToolsetName] : [])]
  const authored = toolsets.includes(toolsmithToolsetName)
    ? await offeredTools({ ...ports, viewer: turn.userId, conversationId: turn.conversationId })
    : []
  const environment = memoised(() =>
    turnEnvironment({
      ...{ ...ports, principal, settings, signal: turn.signal },
      tools: ports.tools(toolsets, { attached: allAttached, authored }),
    }),
  )
  const attached = await availableHere(allAttached, environment)
  return {
    ...{ turn, principal, settings, fork, agent, attached, environment, enabledSkills },
    client: state.client,
    reads: newContentReads(),
    ports: { ...ports, model },
    journal: fork ? forkJournal(journal, fork.call.id) : journal,
    runJournal: journal,
    tools: ports.tools(toolsets, {
      ...{ attached, authored },
      canRunScripts: await canRunScripts(ports.scripts),
    }),
  }
}

/** Reads the environment at most once a step, and only when a skill has conditions. */
function memoised(read: ReadEnvironment): ReadEnvironment {
  let environment: ReturnType<ReadEnvironment> | undefined
  return () => {
    environment ??= read()
    return environment
  }
}

/** The toolsets that the run began with, without those removed from its agent since. */
function activeToolsets({ toolsets }: RunState, agent: Agent | null): readonly string[] {
  const current = agent && agentToolsets(agent)
  return current ? toolsets.filter((name) => current.includes(name)) : toolsets
}

async function outcomeAfterLostLease(ports: AgentPorts, turn: AgentTurn): Promise<AgentOutcome> {
  const run = await ports.store.conversations.run(turn.userId, turn.runId)
  return run && run.status !== 'running' && run.status !== 'waiting' ? 'over' : 'lost'
}

const requesterLeft: Problem = {
  code: 'run.requester-gone',
  kind: 'forbidden',
  message: 'The person this turn was for is no longer a member of the organisation.',
}

const approvalMissing: Problem = {
  code: 'approval.missing',
  kind: 'internal',
  message: 'The log names an approval that is not stored.',
}
