import type { Sha256 } from '../../base/sha256.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { ModelRequest } from '../../ports/model.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import { connectors } from '../../use/toolsets/connectors/connectors.ts'
import { portable } from '../../use/toolsets/portable/portable.ts'
import { routed } from '../../use/toolsets/routed/routed.ts'
import { web } from '../../use/toolsets/web.ts'
import { workspace } from '../../use/toolsets/workspace/workspace.ts'
import { type AgentHarness, createAgentHarness } from '../agent-harness.ts'
import { sampleContent } from '../sample-skills.ts'
import { createScriptedModel } from '../scripted-model.ts'
import { type ActionLog, fundsHub, fundsToolset } from './action-log.ts'
import type { Attack, Channel } from './attacks.ts'
import { financeSkills, unsafeFrontmatter } from './skills.ts'

/** A finance conversation with a model that follows every instruction, whatever its source. */
export interface BudgetFixture {
  readonly harness: AgentHarness
  readonly ledger: ActionLog
  readonly web: WebReader
  /** The model's next calls, one per step; tests can change them between runs. */
  readonly plan: { calls: readonly Omit<ToolCall, 'id'>[] }
}

export interface BudgetFixtureOptions {
  readonly sha256: Sha256
  readonly injection?: string
  readonly calls?: readonly Omit<ToolCall, 'id'>[]
  readonly settings?: Partial<OrganisationSettings>
}

/** The connector is open to everyone, so that only tool tiers protect the money. */
export async function createBudgetFixture(options: BudgetFixtureOptions): Promise<BudgetFixture> {
  const { sha256, injection = '', calls = [] } = options
  const ledger: ActionLog = { moves: [], injection }
  const plan = { calls }
  const model = createScriptedModel((request) => {
    const next = plan.calls[callsSinceUserMessage(request)]
    return next ? { toolCalls: [{ ...next, id: 'call_approved' }] } : { text: 'Done.' }
  })
  const harness = await createAgentHarness({
    ...{ model, sha256 },
    settings: { connectorAccess: { bank: 'open' }, webFetchEnabled: true, ...options.settings },
    toolsets: [routed, portable, workspace, web, connectors, fundsToolset(ledger)],
    connectors: fundsHub(ledger),
    skills: [
      ...financeSkills(),
      sampleContent('poisoned', injection || 'Nothing.', {
        frontmatter: { ...unsafeFrontmatter },
      }),
    ],
  })
  const reader: WebReader = {
    read: async (url) => ({
      ...{ url, title: ledger.injection, contentType: 'text/html', text: ledger.injection },
      ...{ truncated: false, totalCharacters: ledger.injection.length },
    }),
  }
  return { harness, ledger, web: reader, plan }
}

/** The number of model steps since the last message of the person or a trigger. */
function callsSinceUserMessage({ messages }: ModelRequest): number {
  const lastUserMessage = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(lastUserMessage + 1).filter(({ role }) => role === 'assistant').length
}

/** The calls that deliver the injected text to the model. */
const deliveryCalls: Readonly<
  Record<Channel, (injection: string) => readonly Omit<ToolCall, 'id'>[]>
> = {
  'tool result': () => [{ name: 'get_quote', input: {} }],
  'web page': () => [{ name: 'web_fetch', input: { url: 'https://news.example/' } }],
  file: (injection) => [
    { name: 'write_file', input: { path: 'notes.md', content: injection } },
    { name: 'read_file', input: { path: 'notes.md' } },
  ],
  'skill body': () => [{ name: 'use_skill', input: { name: 'poisoned' } }],
  'connector description': () => [{ name: 'search_connector_tools', input: {} }],
  'error message': () => [{ name: 'get_balance', input: {} }],
  'answer of a person': () => [{ name: 'clarify', input: { question: 'What shall I do?' } }],
  'argument names': (injection) => [
    { name: 'take_note', input: { fields: { [injection]: true } } },
  ],
}

export function callsOf({ channel, injection, calls }: Attack): readonly Omit<ToolCall, 'id'>[] {
  return [...deliveryCalls[channel](injection), ...calls]
}
