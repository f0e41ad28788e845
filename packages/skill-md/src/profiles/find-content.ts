import { findFence } from '../frontmatter/fence.ts'
import type { TextRange } from '../frontmatter/yaml-library.ts'
import type { ProfileProblem } from './profile.ts'

const fenceFix = 'Start the file with a line --- and close the frontmatter with another line ---.'

/** The reference validator: between the first two `---`, wherever they are. */
export function findFrontmatter(text: string): TextRange | ProfileProblem {
  if (!text.startsWith('---'))
    return missing('The file must start with --- as its first characters.')
  const end = text.indexOf('---', 3)
  return end === -1 ? unclosed() : { start: 3, end }
}

/** The packagers: `---` and a line break, up to the first line that starts with `---`. */
export function findFrontmatterLines(text: string): TextRange | ProfileProblem {
  const start = text.startsWith('---\r\n') ? 5 : text.startsWith('---\n') ? 4 : undefined
  if (start === undefined) return missing('The file must start with a line ---.')
  const end = text.indexOf('\n---', start)
  return end === -1 ? unclosed() : { start, end: end + 1 }
}

/** Whole fence lines; only a byte-order mark may precede the first. */
export function betweenFenceLines(text: string): TextRange | ProfileProblem {
  const found = findFence(text)
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0
  if (found.kind === 'unclosed') return unclosed()
  if (found.kind === 'none' || found.fence.openStart !== first) {
    return missing('The file must start with a line ---.')
  }
  return { start: found.fence.contentStart, end: found.fence.contentEnd }
}

function missing(message: string): ProfileProblem {
  return { code: 'frontmatter.missing', message, fix: fenceFix }
}

function unclosed(): ProfileProblem {
  return {
    code: 'frontmatter.unclosed',
    message: 'The frontmatter is not closed with ---.',
    fix: fenceFix,
  }
}
