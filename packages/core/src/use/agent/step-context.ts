import type { Agent } from '../../domain/agent.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import { foldTaint } from '../session/taint.ts'
import { foldTurnState, type TurnState } from '../session/turn-state.ts'
import type { ToolServices } from '../tools/tool.ts'
import type { ToolTable } from '../tools/toolset.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import type { Fork } from './fold-run.ts'
import type { Journal } from './journal.ts'
import { triggerOfRun } from './run-trigger.ts'
import { lastMessage } from './transcript.ts'

/** Who acts, for whom, with what and under which settings, as they are at this moment. */
export interface StepContext {
  readonly ports: AgentPorts
  readonly turn: AgentTurn
  /** As the agent that acts writes in it: a sub-agent's events carry the call it answers. */
  readonly journal: Journal
  /** The main agent's, whoever acts. */
  readonly runJournal: Journal
  readonly principal: Principal
  readonly settings: OrganisationSettings
  readonly tools: ToolTable
  /** For whom the run speaks; null for the organisation's settings alone. */
  readonly agent: Agent | null
  /** The agent's skills that may be used now, in its order. */
  readonly attached: readonly Skill[]
  /** The sub-agent that acts; null for the main agent. */
  readonly fork: Fork | null
}

export function turnState({ journal, turn, fork }: StepContext): TurnState {
  return foldTurnState(journal.events, {
    runId: turn.runId,
    fork: fork?.started.callId ?? null,
  })
}

/** What a tool reaches during the call `callId`. */
export function toolServices(context: StepContext, callId: string): ToolServices {
  const { ports, turn, journal, principal, settings, attached } = context
  const { store, search, clock, ids, sha256, web, connectors, scripts, code } = ports
  const memory = turnState(context)
  return {
    ...{
      store,
      search,
      clock,
      ids,
      sha256,
      connectors,
      scripts,
      code,
      checkInput: ports.checkInput,
      toolNames: ports.toolNames,
      principal,
      settings,
      callId,
    },
    tenantId: principal.tenantId,
    agentId: context.agent?.id ?? null,
    viewer: principal.userId,
    conversationId: turn.conversationId,
    runId: turn.runId,
    traceId: journal.run.traceId,
    signal: turn.signal,
    skills: store.skills,
    web: settings.webFetchEnabled ? web : null,
    session: journal.session,
    attached,
    turn: memory,
    taint: foldTaint(journal.events, context.tools),
    lastMessage: lastMessage(journal.events),
    mayFork: mayFork(context, memory),
  }
}

/**
 * Document D's exceptions (D6): no sub-agents here, a sub-agent already, or a turn that has read what comes
 * from outside, or was brought about by it, and so may be led by a stranger.
 */
function mayFork(
  { ports, tools, fork, journal, turn }: StepContext,
  { startedTools }: TurnState,
): boolean {
  const delivered = triggerOfRun(journal.events, turn.runId)?.source === 'webhook'
  const trusted = !delivered && ![...startedTools].some((name) => tools.find(name)?.externalContent)
  return ports.subAgents && fork === null && trusted
}
