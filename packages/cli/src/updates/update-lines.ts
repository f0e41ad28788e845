import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { OutdatedSkill, UpdateState } from './waiting-updates.ts'

const colours: Readonly<Record<UpdateState, 'green' | 'yellow' | 'red' | 'dim'>> = {
  ...{ ready: 'green', review: 'yellow', refused: 'red', 'too-young': 'dim', ignored: 'dim' },
}

/** One line: state, slug, the digests in use and newest, source. */
export function updateLine(
  skill: OutdatedSkill,
  { paint }: Pick<Terminal, 'paint'>,
  word: string = skill.state,
): string {
  const { state, slug, current, newest, source, applies_at: appliesAt } = skill
  const mark = paint(colours[state], word.padEnd(9))
  const what = `${shortDigest(current)} -> ${newest === null ? 'all versions' : shortDigest(newest)}`
  const when = state === 'too-young' && appliesAt ? `  from ${appliesAt.slice(0, 16)}Z on` : ''
  return `${mark}  ${paint('bold', sanitizeText(slug))}  ${what}  ${sanitizeText(source)}${when}`
}

/** The command that shows it to whoever has to read it. */
export function reviewLine(skill: OutdatedSkill, terminal: Pick<Terminal, 'paint'>): string {
  return `${updateLine(skill, terminal)}  repertoire inbox show ${skill.inbox_id}`
}

function shortDigest(digest: string | null): string {
  return sanitizeText((digest ?? 'none').replace(/^sha256:/, '').slice(0, 12))
}
