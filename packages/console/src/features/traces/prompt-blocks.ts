import { plural } from '../../shared/design/numbers.ts'

/** A block of a recorded prompt, by its name. */
export interface PromptBlock {
  readonly name: string
  readonly text: string
}

export type BlockChange = 'same' | 'new' | 'changed' | 'gone'

export interface ComparedBlock extends PromptBlock {
  /** Unique within the prompt. */
  readonly key: string
  /** Null without a prompt to compare with. */
  readonly change: BlockChange | null
  /** The text of the step before; empty when the block is new. */
  readonly before: string
}

const names: Readonly<Record<string, string>> = {
  observations: 'Memories',
  memory: 'Supplied memory',
  graph_context: 'Supplied graph context',
  signal_context: 'What started the turn',
  skill_catalogue: 'Skills offered',
  available_skills: 'Skills offered',
  attached_skills: 'Skills attached',
}
const shownCharacters = 120

/** The blocks as the server sent them: its tags name them, and no text within can begin with one of its own. Pure. */
export function promptBlocks(system: readonly string[]): readonly PromptBlock[] {
  return system.map((text, index) => ({ name: nameOf(text, index), text }))
}

function nameOf(text: string, index: number): string {
  const [, tag = '', skill] = /^<([a-z_]+)(?: name="([^"]*)")?[^>\n]*>\n/.exec(text) ?? []
  if (tag === 'skill') return `Skill ${skill?.slice(0, shownCharacters) ?? ''}`
  if (Object.hasOwn(names, tag)) return names[tag] ?? ''
  return index === 0 ? 'Rules and instructions' : 'Further instructions'
}

/** The blocks beside those of the step before, matched by name; blocks that are gone stand last. Pure. */
export function compareBlocks(
  after: readonly PromptBlock[],
  before: readonly PromptBlock[] | null,
): readonly ComparedBlock[] {
  const earlier = new Map(keyed(before ?? []).map(({ key, text }) => [key, text]))
  const compared = keyed(after).map((block): ComparedBlock => {
    if (before === null) return { ...block, change: null, before: '' }
    const old = earlier.get(block.key)
    earlier.delete(block.key)
    if (old === undefined) return { ...block, change: 'new', before: '' }
    return { ...block, change: old === block.text ? 'same' : 'changed', before: old }
  })
  const gone = keyed(before ?? [])
    .filter(({ key }) => earlier.has(key))
    .map((block): ComparedBlock => ({ ...block, text: '', change: 'gone', before: block.text }))
  return [...compared, ...gone]
}

function keyed(blocks: readonly PromptBlock[]) {
  const counts = new Map<string, number>()
  return blocks.map((block) => {
    const count = (counts.get(block.name) ?? 0) + 1
    counts.set(block.name, count)
    return { ...block, key: `${block.name} ${count}` }
  })
}

/** About as many tokens; providers count only whole requests. As the page estimates everywhere. Pure. */
export function tokensIn(text: string): number {
  return Math.round(text.length / 4)
}

/** What a block adds to the step before; negative where it shrank or is gone. Pure. */
export function tokensAdded({ text, before }: Pick<ComparedBlock, 'text' | 'before'>): number {
  return tokensIn(text) - tokensIn(before)
}

/** `+12 tokens`, `−1 token`. */
export function formatTokenChange(tokens: number): string {
  return `${tokens < 0 ? '−' : '+'}${plural(Math.abs(tokens), 'token')}`
}
