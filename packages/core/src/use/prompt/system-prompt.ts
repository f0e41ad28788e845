import { escapeAttribute, neutralise } from '../../base/text/neutralise.ts'
import { renderObservations } from '../../keep/memories/memories.ts'

export interface PromptParts {
  /** The organisation's own rules; empty for none. */
  readonly organisationPolicies: string
  /** What the agent is told to be; empty for nothing. */
  readonly agentInstruction?: string
  /** How to use the tools at hand. Ours, so the only part that is trusted. */
  readonly toolsetInstructions: string
  /** What toolsets tell beforehand, each a block of its own; neutralised by their authors. */
  readonly preambles?: readonly string[]
  /** What the agent noted about the person. Untrusted. */
  readonly observations?: string | undefined
  readonly memory?: string | undefined
  readonly graphContext?: string | undefined
  /** The skills chosen for the turn, as a block of its own (E2); neutralised by its author. Empty for none. */
  readonly catalogue?: string | undefined
  /** In order of activation. */
  readonly skills: readonly { readonly name: string; readonly body: string }[]
}

type StableParts = Pick<
  PromptParts,
  'organisationPolicies' | 'agentInstruction' | 'toolsetInstructions' | 'preambles'
>

/** The first blocks of {@link renderSystemPrompt}: the same until settings, tools or the library change. */
export function renderStableBlocks(parts: StableParts): readonly string[] {
  const { organisationPolicies, agentInstruction = '' } = parts
  const { toolsetInstructions, preambles = [] } = parts
  const told = [organisationPolicies, agentInstruction].map((text) => neutralise(text).trim())
  const first = [...told, toolsetInstructions.trim()]
  const blocks = [first.filter((part) => part !== '').join('\n\n'), ...preambles]
  return blocks.filter((block) => block !== '')
}

/**
 * The blocks of the system prompt in the order of document A (A2): policies and tool instructions,
 * preambles, observations, memory, graph context, the catalogue of the turn, one block a skill. What changes seldom stands first as far as
 * that order lets it. Pure: the same parts give the same bytes, so a provider's
 * prompt cache holds as long as nothing changes. No part can end its block or begin another.
 */
export function renderSystemPrompt(parts: PromptParts): readonly string[] {
  const { observations = '', memory, graphContext, catalogue = '', skills } = parts
  const blocks = [...renderStableBlocks(parts), renderObservations(observations)]
  if (memory?.trim()) blocks.push(`<memory>\n${neutralise(memory)}\n</memory>`)
  if (graphContext?.trim()) {
    blocks.push(`<graph_context>\n${neutralise(graphContext)}\n</graph_context>`)
  }
  blocks.push(catalogue)
  for (const { name, body } of skills) {
    blocks.push(`<skill name="${escapeAttribute(name)}">\n${neutralise(body)}\n</skill>`)
  }
  return blocks.filter((block) => block !== '')
}
