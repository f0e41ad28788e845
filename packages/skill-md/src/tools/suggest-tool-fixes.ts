import type { Finding } from '../base/diagnostic.ts'
import type { SkillDocument } from '../fields/skill-document.ts'
import { unknownToolEntries } from './unknown-tool-entries.ts'

const maxShown = 80
/** Entries in another form, such as with escapes, that are searched for in vain. */
const maxMisses = 20

/** A warning for each entry of `allowed-tools` whose pattern cannot be decided, at the entry itself. */
export function unknownToolFindings({ source, fields, bodyOffset }: SkillDocument): Finding[] {
  const listed = fields.allowedTools ?? []
  const undecided = unknownToolEntries(listed)
  if (undecided.length === 0) return []
  const offsets = offsetsOf(source.slice(0, bodyOffset), listed)
  return undecided.map(({ index, written, instead }) => {
    const offset = offsets[index] ?? 0
    return {
      ...{ code: 'allowed-tools.undecided', severity: 'warning', offset },
      message: `The pattern of ${JSON.stringify(written.slice(0, maxShown))} cannot be decided, so this entry allows nothing.`,
      fix: instead,
    }
  })
}

/** Where each entry stands, in their order; the line of the key where it is written in another form. */
function offsetsOf(frontmatter: string, listed: readonly string[]): readonly number[] {
  const key = Math.max(frontmatter.search(/^["']?allowed[-_]tools["']?[ \t]*:/m), 0)
  let from = frontmatter.indexOf(':', key) + 1
  let misses = 0
  return listed.map((entry) => {
    const at = misses < maxMisses ? frontmatter.indexOf(entry, from) : -1
    if (at === -1) {
      misses += 1
      return key
    }
    from = at + entry.length
    return at
  })
}
