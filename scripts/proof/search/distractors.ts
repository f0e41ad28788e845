import type { SkillFolder } from '../packages/skill-folders.ts'

/** A SKILL.md whose every word really stands in one of three real skills. The same for the same index. */
export function distractor(folders: readonly SkillFolder[], index: number): string {
  const random = randomOf(index + 1)
  const parents = Array.from({ length: 3 }, () => wordsOf(pick(folders, random)))
  const words = (field: 'description' | 'body', count: number) =>
    Array.from({ length: count }, () => pick(pick(parents, random)[field], random)).join(' ')
  return [
    ...['---', `name: distractor-${index}`, `description: ${words('description', 30)}`, '---'],
    ...[words('body', 300), ''],
  ].join('\n')
}

interface Words {
  readonly description: readonly string[]
  readonly body: readonly string[]
}

const known = new Map<SkillFolder, Words>()

function wordsOf(folder: SkillFolder): Words {
  const before = known.get(folder)
  if (before) return before
  const text = folder.files.find(({ path }) => path === 'SKILL.md')?.bytes.toString() ?? ''
  const [, frontmatter = '', body = ''] = text.split(/^---\s*$/m)
  const words = { description: plainWords(frontmatter), body: plainWords(body) }
  known.set(folder, words)
  return words
}

/** Letters alone: nothing that YAML or Markdown would read as more. */
function plainWords(text: string): readonly string[] {
  return text.match(/\p{L}{2,}/gu) ?? ['word']
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** A linear congruential generator: the same numbers on every machine. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
