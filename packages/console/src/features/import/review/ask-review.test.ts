import type { ImportReviewRequest } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import type { FoundSkill } from '../discover-skills.ts'
import { askReview } from './ask-review.ts'

const skill = (path: string, size = 4, text = 'body'): FoundSkill => ({
  path,
  size,
  files: [
    { path: 'a.md', size: 9, bytes: () => Promise.reject(new Error('must not be read')) },
    { path: 'SKILL.md', size, bytes: async () => new TextEncoder().encode(text) },
  ],
})
const many = (count: number) => Array.from({ length: count }, (_, at) => skill(`s${at}`))

async function ask(skills: readonly FoundSkill[], abort = new AbortController()) {
  const sent: ImportReviewRequest[] = []
  const reviewed: string[] = []
  const marks: string[][] = []
  await askReview(skills, {
    scope: 'user',
    signal: abort.signal,
    post: async (body) => {
      sent.push(body)
      if (sent.length === 2) abort.abort()
      return { results: body.items.map(({ path }) => ({ path, diagnostics: [] })) }
    },
    onMarks: (path, words) => marks.push([path, ...words]),
    onResults: (results) => reviewed.push(...results.map(({ path }) => path)),
  })
  return { sent, reviewed, marks }
}

describe('askReview', () => {
  it('an import shows what a reader of a skill would not see', async () => {
    const { marks } = await ask([skill('plain'), skill('sly', 4, 'a\u202eb\u200bc')])
    expect(marks).toEqual([['sly', '1 right-to-left override', '1 hidden character']])
  })

  it('D11: sends each SKILL.md and the paths of its files, no other content, 50 at once', async () => {
    const { sent, reviewed } = await ask(many(60))
    expect(sent.map(({ items }) => items.length)).toEqual([50, 10])
    expect(sent[0]?.items[0]).toEqual({
      path: 's0',
      skill_md_base64: btoa('body'),
      file_paths: ['a.md', 'SKILL.md'],
    })
    expect(sent[0]?.scope).toBe('user')
    expect(reviewed).toHaveLength(50)
  })

  it('leaves out a SKILL.md no import would take', async () => {
    const { sent } = await ask([skill('huge', 2 * 1024 * 1024), skill('fine')])
    expect(sent.map(({ items }) => items.map(({ path }) => path))).toEqual([['fine']])
  })

  it('stops when nobody looks any more', async () => {
    const { sent } = await ask(many(160))
    expect(sent).toHaveLength(2)
  })
})
