import type { ConversationId, RunId, UserId } from '../base/ids.ts'
import { rolePermissions } from '../domain/permissions.ts'
import { emptySession } from '../domain/session-state.ts'
import { defaultSettings } from '../domain/settings.ts'
import type { TenantStore } from '../ports/store.ts'
import { foldTurnState } from '../use/session/turn-state.ts'
import { keepEnabledSkills } from '../use/tools/enabled-skills.ts'
import type { ToolFacts, ToolServices } from '../use/tools/tool.ts'
import { bareEnvironment } from './bare-environment.ts'
import { createFixedClock } from './fixed-clock.ts'
import { judgeByWords } from './judge-by-words.ts'
import { createSequentialIds } from './sequential-ids.ts'

/** Tool services for tests of one tool, with empty search and without web and connectors. */
export function sampleServices(
  store: TenantStore,
  change: Partial<ToolServices> = {},
): ToolServices {
  const viewer = change.viewer ?? ('usr_1' as UserId)
  const runId = 'run_1' as RunId
  const { tenantId } = store
  return {
    tenantId,
    viewer,
    principal: { tenantId, userId: viewer, role: 'member', permissions: rolePermissions('member') },
    agentId: null,
    conversationId: 'cnv_1' as ConversationId,
    runId,
    traceId: '0'.repeat(32),
    callId: 'call_1',
    signal: new AbortController().signal,
    store,
    skills: store.skills,
    search: { search: async () => [] },
    onSearchLogError: () => undefined,
    clock: createFixedClock(),
    ids: createSequentialIds(),
    sha256: (data) => `hash-of-${data.length}`,
    judge: judgeByWords,
    web: null,
    connectors: null,
    registry: null,
    scripts: null,
    code: null,
    toolNames: new Set(),
    checkInput: async () => ({ verdict: 'fits' }),
    environment: bareEnvironment,
    enabledSkills: keepEnabledSkills(store.skills, viewer),
    session: emptySession,
    settings: defaultSettings,
    contextTokens: 128_000,
    given: () => [],
    attached: [],
    turn: foldTurnState([], { runId, fork: null }),
    taint: { untrusted: new Set(), skills: [] },
    lastMessage: '',
    mayFork: true,
    ...change,
  }
}

/** The facts of a call in a person's turn that names neither a skill nor a connector. */
export function sampleFacts(services: ToolServices, change: Partial<ToolFacts> = {}): ToolFacts {
  const { session, settings, turn, attached, contextTokens } = services
  return {
    ...{ session, settings, turn, attached, contextTokens },
    ...{ skill: null, failedCondition: null, connector: null, signal: null, egress: null },
    ...change,
  }
}
