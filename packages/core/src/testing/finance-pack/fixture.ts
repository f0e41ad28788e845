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
import { sampleArrival } from '../sample-skills.ts'
import { createScriptedModel } from '../scripted-model.ts'
import type { Attack, Channel } from './attacks.ts'
import { fundsHub, fundsToolset, type Ledger } from './ledger.ts'
import { escalatingFrontmatter, financeSkills } from './skills.ts'

/** A conversation about money, with a model that does whatever it is told, whoever says so. */
export interface FundsFixture {
  readonly harness: AgentHarness
  readonly ledger: Ledger
  readonly web: WebReader
  /** What the model is going to call, one after another; a test may change it between runs. */
  readonly plan: { calls: readonly Omit<ToolCall, 'id'>[] }
}

export interface FundsFixtureOptions {
  readonly sha256: Sha256
  readonly words?: string
  readonly calls?: readonly Omit<ToolCall, 'id'>[]
  readonly settings?: Partial<OrganisationSettings>
}

/** The organisation has its connector open to all: only the tiers stand between the model and the money. */
export async function createFundsFixture(options: FundsFixtureOptions): Promise<FundsFixture> {
  const { sha256, words = '', calls = [] } = options
  const ledger: Ledger = { moves: [], words }
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
      sampleArrival('poisoned', words || 'Nothing.', { frontmatter: { ...escalatingFrontmatter } }),
    ],
  })
  const reader: WebReader = {
    read: async (url) => ({
      ...{ url, title: ledger.words, contentType: 'text/html', text: ledger.words },
      ...{ truncated: false, totalCharacters: ledger.words.length },
    }),
  }
  return { harness, ledger, web: reader, plan }
}

/** Calls the model has made since the person, or a signal, last spoke. */
function callsSinceUserMessage({ messages }: ModelRequest): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length
}

/** The calls that bring the attacker's words before the model. */
const deliveryCalls: Readonly<Record<Channel, (words: string) => readonly Omit<ToolCall, 'id'>[]>> =
  {
    'tool result': () => [{ name: 'get_quote', input: {} }],
    'web page': () => [{ name: 'web_fetch', input: { url: 'https://news.example/' } }],
    file: (words) => [
      { name: 'write_file', input: { path: 'notes.md', content: words } },
      { name: 'read_file', input: { path: 'notes.md' } },
    ],
    'skill body': () => [{ name: 'use_skill', input: { name: 'poisoned' } }],
    'connector description': () => [{ name: 'search_connector_tools', input: {} }],
    'error message': () => [{ name: 'get_balance', input: {} }],
    'answer of a person': () => [{ name: 'clarify', input: { question: 'What shall I do?' } }],
    'argument names': (words) => [{ name: 'take_note', input: { fields: { [words]: true } } }],
  }

export function callsOf({ channel, words, calls }: Attack): readonly Omit<ToolCall, 'id'>[] {
  return [...deliveryCalls[channel](words), ...calls]
}
