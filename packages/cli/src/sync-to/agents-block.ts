import { truncate } from '@repertoire/skill-md'

/** A skill as AGENTS.md names it. */
export interface NamedSkill {
  readonly name: string
  readonly description: string
}

const begin = '<!-- repertoire:skills -->'
const end = '<!-- /repertoire:skills -->'
const maxDescription = 400

/** The block for clients that do not search folders for skills. Descriptions are untrusted, and stay one line each. Pure. */
export function agentsBlock(skills: readonly NamedSkill[], skillsPath: string): string {
  const lines = skills.map(
    ({ name, description }) => `- \`${skillsPath}/${name}/SKILL.md\`: ${oneLine(description)}`,
  )
  return [
    ...[begin, '## Skills', ''],
    'Each file below has instructions for one kind of task. Read it before you begin with a task that fits its description.',
    ...['', ...lines, end],
  ].join('\n')
}

/** The block of a text; null without one, undefined where the marks are not one pair. Pure. */
export function blockOf(text: string): string | null | undefined {
  const [first, second] = [text.split(begin), text.split(end)]
  if (first.length === 1 && second.length === 1) return null
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (first.length !== 2 || second.length !== 2 || to < from) return undefined
  return text.slice(from, to + end.length)
}

/** The text with another block, or without one. What is around the block stays. Pure. */
export function withBlock(text: string, block: string | null): string {
  const there = blockOf(text)
  if (typeof there === 'string') {
    const at = text.indexOf(there)
    const [before, after] = [text.slice(0, at), text.slice(at + there.length)]
    if (block !== null) return `${before}${block}${after}`
    return `${before.replace(/\n$/, '')}${after.replace(/^\n/, '')}`
  }
  if (block === null) return text
  if (text === '') return `${block}\n`
  return `${text}${text.endsWith('\n') ? '' : '\n'}\n${block}\n`
}

function oneLine(text: string): string {
  const line = text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('<', '&lt;')
    .trim()
  return truncate(line, maxDescription)
}
