import type { Agent } from '../../domain/agent.ts'
import { restrictingLists } from '../../domain/allowed-tools-meaning.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillsInMessages } from '../conversation/skills-in-messages.ts'
import type { TurnState } from '../session/turn-state.ts'
import { type ContentReads, noteReads } from '../tools/content-reads.ts'
import type { ReadEnabledSkills } from '../tools/enabled-skills.ts'
import type { ReadEnvironment } from '../tools/skill-conditions.ts'
import type { ToolServices } from '../tools/tool.ts'
import type { ToolTable } from '../tools/toolset.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import type { Fork } from './fold-run.ts'
import type { Journal } from './journal.ts'

/** The principal, agent, tools and settings at this moment. */
export interface StepContext {
  readonly ports: AgentPorts
  readonly turn: AgentTurn
  /** The journal of the acting agent: a sub-agent's events carry the id of the call it answers. */
  readonly journal: Journal
  /** The journal of the main agent. */
  readonly runJournal: Journal
  readonly principal: Principal
  readonly settings: OrganisationSettings
  readonly tools: ToolTable
  /** The environment of the turn, for the conditions of skills. */
  readonly environment: ReadEnvironment
  readonly enabledSkills: ReadEnabledSkills
  /** The agent of the run; null for the organisation's settings alone. */
  readonly agent: Agent | null
  /** The agent's skills that may be used now, in the agent's order. */
  readonly attached: readonly Skill[]
  /** The acting sub-agent; null for the main agent. */
  readonly fork: Fork | null
  /** The client whose call the run is; null for an agent of this server. */
  readonly client: string | null
  /** What the tools of this step, or their preambles, were given. */
  readonly reads: ContentReads
}

export function turnState({ journal, fork, settings }: StepContext): TurnState {
  const state = journal.view.turnOf(fork?.started.callId ?? null)
  return { ...state, restrictions: restrictingLists(settings, state.restrictions) }
}

/** The context window of the model of this run. */
export function contextTokensOf({ model, limits }: AgentPorts): number {
  return model.contextTokens ?? limits.context.tokens
}

/** The services of a tool during the call `callId`. */
export function toolServices(context: StepContext, callId: string): ToolServices {
  const { ports, turn, journal, principal, settings, attached } = context
  const { store, search, clock, ids, sha256, judge, web, connectors } = ports
  const { scripts, code, registry } = ports
  const memory = turnState(context)
  const { view } = journal
  const services: ToolServices = {
    ...{
      store,
      search,
      clock,
      ids,
      sha256,
      judge,
      connectors,
      registry: settings.skillsDynamicSearchEnabled ? (registry?.(principal) ?? null) : null,
      scripts,
      code,
      checkInput: ports.checkInput,
      toolNames: ports.toolNames,
      onSearchLogError: ports.onSearchLogError,
      principal,
      settings,
      callId,
      environment: context.environment,
      enabledSkills: context.enabledSkills,
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
    contextTokens: contextTokensOf(ports),
    // What a client's model still has of earlier results is not known here.
    given: () =>
      context.client === null ? skillsInMessages(journal.events, view.transcriptOf(null)) : [],
    turn: memory,
    taint: view.taint(),
    lastMessage: view.lastMessage(),
    mayFork: mayFork(context),
  }
  return noteReads(services, context.reads, view.filesOfAgent())
}

/** Document D's exceptions: sub-agents are off, the agent is a sub-agent itself, or the turn has content from outside. */
function mayFork({ ports, fork, journal }: StepContext): boolean {
  return ports.subAgents && fork === null && !journal.view.hasOutsideContent()
}
