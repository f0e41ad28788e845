import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKeywords } from './derive-keywords.ts'

const plain = { slug: 'x', name: 'x', description: '', whenToUse: '', tags: [] }

describe('derived keywords', () => {
  it('E1: come from name, tags, quotations, and pairs of distinctive words about when to use the skill', () => {
    const keywords = deriveKeywords({
      slug: 'code-review',
      name: 'Code Review',
      description:
        'Reads changes. Use when the user asks to "check my PR" or mentions slow queries.',
      whenToUse: 'Before merging a pull request.',
      tags: ['quality'],
    })
    expect(keywords).toEqual([
      'code review',
      'quality',
      'check my pr',
      'pull request',
      'slow queries',
    ])
  })

  it('E1: exclude stop words', () => {
    expect(deriveKeywords({ ...plain, slug: 'help', name: 'Help', tags: ['use', 'a'] })).toEqual([])
  })

  it('E1: may be single ideographs', () => {
    expect(deriveKeywords({ ...plain, tags: ['买'] })).toEqual(['买'])
  })

  it('E1: have no spaces between ideographs', () => {
    const tags = ['数据分析', 'ビットコイン', '비트코인']
    expect(deriveKeywords({ ...plain, tags })).toEqual(tags)
  })

  it('E1: are at most 16 distinct ones, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (name, description, tags) => {
        const keywords = deriveKeywords({
          ...plain,
          name,
          description,
          whenToUse: description,
          tags,
        })
        expect(keywords.length).toBeLessThanOrEqual(16)
        expect(new Set(keywords).size).toBe(keywords.length)
      }),
    )
  })
})
