import { maxSourceCommits } from '@repertoire/core/domain'
import { describe, expect, it } from 'vitest'
import { commitsOf, parseLog } from './commit-log.ts'

const id = 'c'.repeat(40)
const logged = (subject: string, ...paths: string[]) =>
  `\0${id}\n1767225600\nAnn\n${subject}\n\n${paths.join('\n')}\n`

describe('A10: the commits between two revisions', () => {
  it('A10: those that touch the folder, with subject, author and date', () => {
    const log = parseLog(logged('Mend it', 'skills/a/SKILL.md') + logged('Other', 'skills/ab/x'))
    expect(commitsOf(log, 'skills/a')).toEqual([
      { id, subject: 'Mend it', author: 'Ann', at: 1_767_225_600_000 },
    ])
    expect(commitsOf(log, '.')).toHaveLength(2)
    expect(commitsOf(log, 'skills/ab/x')).toHaveLength(1)
    expect(parseLog('')).toEqual([])
  })

  it('A10: at most 50 of them', () => {
    const log = parseLog(logged('Again', 'a/SKILL.md').repeat(80))
    expect(commitsOf(log, 'a')).toHaveLength(maxSourceCommits)
  })

  it('A10: their words are text of one line that hides nothing', () => {
    const [commit] = parseLog(logged('Fix\u202e\u200b\x1b[31m it\u2028now\u{e0041}', 'a/x'))
    expect(commit?.subject).toBe('Fix [31m it now')
    expect(parseLog(logged('x'.repeat(5_000), 'a/x'))[0]?.subject.length).toBeLessThanOrEqual(201)
  })
})
