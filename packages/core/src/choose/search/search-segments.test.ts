import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchHit } from '../../ports/search-index.ts'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { tokenise } from '../text/tokenise.ts'
import { buildSegment } from './build-segment.ts'
import {
  BODY_FIELD,
  BODY_MAX,
  BODY_PAIRS,
  BODY_TERMS,
  FIELD_RULES,
  SATURATION,
  type SearchText,
} from './fields.ts'
import { type LiveSegment, liveSegment, removeFrom } from './live-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { searchSegments } from './search-segments.ts'
import { termOfWord } from './term-table.ts'

interface Doc {
  readonly id: string
  readonly text: SearchText
}

const empty: SearchText = { slug: '', name: '', description: '', tags: '', whenToUse: '', body: '' }

function live(docs: readonly Doc[]): LiveSegment {
  return liveSegment(
    buildSegment(docs.map(({ text }) => text)),
    docs.map(({ id }) => indexedSkill(id)),
  )
}

function search(
  segments: readonly LiveSegment[],
  text: string,
  prefix = false,
): readonly SearchHit[] {
  const view = { segments, ownSlugs: new Set<string>() }
  return searchSegments(view, { text, limit: 200, prefixLastWord: prefix })
}

function termsOf(text: string, joinSeparated = true): string[] {
  const terms: string[] = []
  tokenise(text, { joinSeparated }, (units, start, end) => {
    const term = termOfWord(String.fromCharCode(...units.subarray(start, end)))
    if (term !== null) terms.push(term)
  })
  return terms
}

function isPair(term: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(term)
}

/** A skill's own part of the score, straight from the formula. */
function plainImpacts(text: SearchText): Map<string, number> {
  const weights = new Map<string, number>()
  for (const [field, rule] of FIELD_RULES.entries()) {
    const terms = termsOf(text[rule.text], rule.joinSeparated)
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const pairs = terms.filter(isPair).length
    const ordered = [...counts].sort((a, b) => b[1] - a[1])
    const kept =
      rule.field === 'body'
        ? [
            ...ordered.filter(([term]) => !isPair(term)).slice(0, BODY_TERMS),
            ...ordered.filter(([term]) => isPair(term)).slice(0, BODY_PAIRS),
          ]
        : ordered
    for (const [term, count] of kept) {
      const length =
        1 -
        rule.lengthNormalisation +
        (rule.lengthNormalisation * (terms.length - pairs / 2)) / rule.typicalLength
      const plain = (rule.weight * (field === BODY_FIELD ? 1 + Math.log(count) : count)) / length
      const weight = field === BODY_FIELD ? Math.min(BODY_MAX, plain) : plain
      weights.set(term, (weights.get(term) ?? 0) + weight)
    }
  }
  return new Map([...weights].map(([term, weight]) => [term, weight / (weight + SATURATION)]))
}

/** BM25F with no index at all. */
function plainSearch(docs: readonly Doc[], text: string): { id: string; score: number }[] {
  const impacts = docs.map((doc) => plainImpacts(doc.text))
  const scores = docs.map(() => 0)
  for (const term of new Set(termsOf(text))) {
    const count = impacts.filter((impact) => impact.has(term)).length
    const weight = Math.log(1 + (docs.length - count + 0.5) / (count + 0.5))
    for (const [doc, impact] of impacts.entries()) scores[doc]! += weight * (impact.get(term) ?? 0)
  }
  return docs
    .map(({ id }, doc) => ({ id, score: scores[doc]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

const word = fc.constantFrom(
  ...'git digit pdf pdfs parse parser parsing GitHub pull-request next.js table form fill merge'.split(
    ' ',
  ),
  ...'data dataset chart café cafe 数据分析 分析 S3 deploy deployment review reviewing use when'.split(
    ' ',
  ),
)
const phrase = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(word, { maxLength }).map((words) => words.join(' '))
const searchText: fc.Arbitrary<SearchText> = fc.record({
  slug: phrase(3),
  name: phrase(3),
  description: phrase(20),
  tags: phrase(3),
  whenToUse: phrase(8),
  body: fc.oneof(
    phrase(60),
    fc
      .array(fc.nat(180), { minLength: 100, maxLength: 300 })
      .map((list) => list.map((n) => `w${n}`).join(' ')),
  ),
})
const corpus: fc.Arbitrary<Doc[]> = fc
  .array(searchText, { minLength: 1, maxLength: 24 })
  .map((texts) =>
    texts.map((text, index) => ({ id: `skl_${String(index).padStart(3, '0')}`, text })),
  )
const query = fc.oneof(
  phrase(6),
  phrase(6).map((text) => `${text} w7 w21`),
)

describe('ranking', () => {
  test('equals a naive evaluation of BM25F', () => {
    fc.assert(
      fc.property(corpus, query, (docs, text) => {
        const hits = search([live(docs)], text)
        const plain = plainSearch(docs, text)
        const scores = new Map(plain.map(({ id, score }) => [id, score]))
        expect(hits.map(({ skillId }) => skillId as string).sort()).toEqual(
          [...scores.keys()].sort(),
        )
        for (const { skillId, score } of hits) expect(score).toBeCloseTo(scores.get(skillId)!, 3)
      }),
    )
  })

  test('is bit-identical for any history of additions, removals and merges', () => {
    const history = fc.record({
      docs: corpus,
      gone: fc.array(searchText, { maxLength: 8 }),
      order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
      cuts: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      merged: fc.boolean(),
    })
    fc.assert(
      fc.property(
        history,
        query,
        fc.boolean(),
        ({ docs, gone, order, cuts, merged }, text, prefix) => {
          const removed = gone.map((words, index) => ({ id: `gone_${index}`, text: words }))
          const mixed = [...docs, ...removed]
            .map((doc, index) => ({ doc, key: order[index]! }))
            .sort((a, b) => a.key - b.key)
            .map(({ doc }) => doc)
          const parts: Doc[][] = [[]]
          for (const [index, doc] of mixed.entries()) {
            if (cuts[index]) parts.push([])
            parts.at(-1)!.push(doc)
          }
          let segments = parts.map(live)
          for (const segment of segments) {
            for (const [doc, skill] of segment.skills.entries()) {
              if (skill?.id.startsWith('gone_')) removeFrom(segment, doc)
            }
          }
          if (merged) {
            const survivors = segments.flatMap(({ skills }) =>
              skills.filter((skill) => skill !== null),
            )
            segments = [liveSegment(mergeSegments(segments), survivors)]
          }
          expect(search(segments, text, prefix)).toEqual(search([live(docs)], text, prefix))
        },
      ),
    )
  })

  test('stays correct when searches and removals alternate', () => {
    fc.assert(
      fc.property(corpus, query, (docs, text) => {
        const segment = live(docs)
        for (let gone = 0; gone < docs.length; gone += 1) {
          expect(search([segment], text)).toEqual(search([live(docs.slice(gone))], text))
          removeFrom(segment, gone)
        }
        expect(search([segment], text)).toEqual([])
      }),
    )
  })

  test('every score is the sum of its reasons, each with a query word', () => {
    fc.assert(
      fc.property(corpus, query, fc.boolean(), (docs, text, prefix) => {
        for (const hit of search([live(docs)], text, prefix)) {
          expect(hit.reasons.reduce((sum, { impact }) => sum + impact, 0)).toBe(hit.score)
          for (const reason of hit.reasons) {
            expect(reason.impact).toBeGreaterThan(0)
            expect(termsOf(text).concat(reason.term)).toContain(reason.term)
            expect(
              text
                .normalize('NFD')
                .replace(/[\u0300-\u036f.-]/g, '')
                .toLowerCase(),
            ).toContain(reason.word)
          }
        }
      }),
    )
  })

  test('ties are ordered by id, for any limit', () => {
    const docs = ['b', 'c', 'a', 'd'].map((id) => ({ id, text: { ...empty, slug: 'pdf' } }))
    const view = {
      segments: [live(docs.slice(0, 2)), live(docs.slice(2))],
      ownSlugs: new Set<string>(),
    }
    for (const limit of [1, 2, 3, 4]) {
      const hits = searchSegments(view, { text: 'pdf', limit })
      expect(hits.map(({ skillId }) => skillId)).toEqual(['a', 'b', 'c', 'd'].slice(0, limit))
    }
    expect(searchSegments(view, { text: 'pdf', limit: 0 })).toEqual([])
    expect(searchSegments(view, { text: 'pdf', limit: -1 })).toEqual([])
  })
})

describe('matching', () => {
  const docs: Doc[] = [
    { id: 'git', text: { ...empty, slug: 'git-history', description: 'Rewrite commits' } },
    {
      id: 'digit',
      text: { ...empty, slug: 'digit-counter', description: 'Count each digit, legitimately' },
    },
    { id: 'next', text: { ...empty, slug: 'next.js', description: 'Optimization of pages' } },
    { id: 'body', text: { ...empty, slug: 'other', body: 'Kubernetes clusters' } },
    { id: 'cjk', text: { ...empty, slug: 'cjk', description: '数据分析报告' } },
  ]
  const segments = [live(docs)]
  const found = (text: string, prefix = false): string[] =>
    search(segments, text, prefix).map(({ skillId }) => skillId as string)

  test('words match whole: git is not in digit', () => {
    expect(found('git')).toEqual(['git'])
    expect(found('igi', true)).toEqual([])
  })

  test('only the last word may be a prefix, and only when requested', () => {
    expect(found('dig')).toEqual([])
    expect(found('dig', true)).toEqual(['digit'])
    expect(found('dig commits', true)).toEqual(['git'])
    expect(found('dig ', true)).toEqual([])
    expect(found('数', true)).toEqual(['cjk'])
  })

  test.each(['optimization', 'optimizing', 'legitimately', 'deployments', 'organisations'])(
    'typing %s never goes blank on the way',
    (word) => {
      const typed = [live([{ id: 'it', text: { ...empty, description: `All about ${word}` } }])]
      for (let length = 2; length <= word.length; length += 1) {
        expect(search(typed, word.slice(0, length), true), word.slice(0, length)).toHaveLength(1)
      }
    },
  )

  test('an unfinished word counts once, by its best completion', () => {
    const hit = search(segments, 'co', true).find(({ skillId }) => skillId === 'digit')!
    expect(hit.reasons[0]).toMatchObject({ word: 'co', field: 'slug', impact: hit.score })
    expect(hit.reasons).toHaveLength(1)
  })

  test('spelling variants match: stems, joined names, accents', () => {
    expect(found('optimizing')).toEqual(['next'])
    expect(found('nextjs')).toEqual(['next'])
    expect(found('digïts')).toEqual(['digit'])
    expect(found('分析')).toEqual(['cjk'])
  })

  test('a hit names the field it was found in', () => {
    expect(search(segments, 'clusters')[0]?.reasons).toMatchObject([
      { term: 'cluster', word: 'clusters', field: 'body' },
    ])
    expect(search(segments, 'commits')[0]?.reasons[0]?.field).toBe('description')
  })

  test('stop words alone have no hits', () => {
    expect(found('use this skill when the user wants')).toEqual([])
    expect(found('')).toEqual([])
    expect(found('?!')).toEqual([])
  })

  test('a long query uses its 32 rarest terms', () => {
    const common = Array.from({ length: 40 }, (_, index) => `common${index}`)
    const many = Array.from({ length: 10 }, (_, index) => ({
      id: `m${index}`,
      text: { ...empty, description: `${common.join(' ')}${index === 7 ? ' rare' : ''}` },
    }))
    const [best] = search([live(many)], `${common.join(' ')} rare`)
    expect(best?.skillId).toBe('m7')
    expect(best?.reasons).toHaveLength(32)
    expect(best?.reasons.at(-1)?.word).toBe('rare')
  })

  test('a very long query is truncated', () => {
    expect(found(`commits ${'filler '.repeat(200_000)} kubernetes`)).toEqual(['git'])
  })
})
