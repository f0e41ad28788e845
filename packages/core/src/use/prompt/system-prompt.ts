import { escapeAttribute, neutralise } from '../../base/text/neutralise.ts'
import { renderMemories } from '../../keep/memories/memories.ts'

export interface PromptParts {
  /** The organisation's policies; empty for none. */
  readonly organisationPolicies: string
  /** The agent's instruction; empty for none. */
  readonly agentInstruction?: string
  /** Instructions of the toolsets, the only trusted part. */
  readonly toolsetInstructions: string
  /** Preambles of toolsets, each a block of its own, neutralised by the toolset. */
  readonly preambles?: readonly string[]
  /** The agent's notes about the person. Untrusted. */
  readonly observations?: string | undefined
  readonly memory?: string | undefined
  readonly graphContext?: string | undefined
  /** What started the turn, as a block of its own, neutralised by its author. Empty for a person's turn. */
  readonly signal?: string | undefined
  /** The catalogue of the turn, as a block of its own, neutralised by its author. Empty for none. */
  readonly catalogue?: string | undefined
  /** In order of activation. `note` is ours, and stands behind the blocks of the skills. */
  readonly skills: readonly {
    readonly name: string
    readonly body: string
    readonly note?: string
    /** Where a skill of a registry came from; absent for one of the library. */
    readonly from?: string
  }[]
}

type StableParts = Pick<
  PromptParts,
  'organisationPolicies' | 'agentInstruction' | 'toolsetInstructions' | 'preambles'
>

/** The first blocks of {@link renderSystemPrompt}: the same until settings, tools or the library change. */
export function renderStableBlocks(parts: StableParts): readonly string[] {
  const { organisationPolicies, agentInstruction = '' } = parts
  const { toolsetInstructions, preambles = [] } = parts
  const leading = [organisationPolicies, agentInstruction].map((text) => neutralise(text).trim())
  const first = [...leading, toolsetInstructions.trim()]
  const blocks = [first.filter((part) => part !== '').join('\n\n'), ...preambles]
  return blocks.filter((block) => block !== '')
}

/**
 * The blocks of the system prompt in the order of document A: policies and tool instructions,
 * preambles, observations, memory, graph context, the signal, the catalogue, one block per skill. Blocks that change
 * seldom stand first as far as that order allows. Pure: the same parts give the same bytes, so that a
 * provider's prompt cache holds. No part can end its block or begin another.
 */
export function renderSystemPrompt(parts: PromptParts): readonly string[] {
  const { observations = '', memory, graphContext, signal = '', catalogue = '', skills } = parts
  const blocks = [...renderStableBlocks(parts), renderMemories(observations)]
  if (memory?.trim()) blocks.push(`<memory>\n${neutralise(memory)}\n</memory>`)
  if (graphContext?.trim()) {
    blocks.push(`<graph_context>\n${neutralise(graphContext)}\n</graph_context>`)
  }
  blocks.push(signal, catalogue)
  for (const { name, body, from } of skills) {
    const origin = from === undefined ? '' : ` from="${escapeAttribute(from)}"`
    blocks.push(`<skill name="${escapeAttribute(name)}"${origin}>\n${neutralise(body)}\n</skill>`)
  }
  blocks.push(skills.flatMap(({ note }) => note || []).join('\n'))
  return blocks.filter((block) => block !== '')
}
