import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexedSkill } from '../../../testing/indexed-skill.ts'
import { buildSegment } from '../build-segment.ts'
import type { SearchText } from '../fields.ts'
import { liveSegment } from '../live-segment.ts'
import { mergeSegments } from '../merge-segments.ts'
import { searchSegments } from '../search-segments.ts'
import { isSegmentSize, readSegment, segmentBytes, segmentSize } from './segment-bytes.ts'

const words = ['pdf', 'git', 'review', 'merge conflicts', '数据分析', 'tables of numbers', 'C++']
const text = fc
  .record({ slug: fc.constantFrom(...words), body: fc.array(fc.constantFrom(...words)) })
  .map(
    ({ slug, body }): SearchText => ({
      ...{ slug, name: slug, description: `About ${slug}`, tags: '', whenToUse: '' },
      body: body.join(' '),
    }),
  )
const texts = fc.array(text, { maxLength: 8 })

function copyOf(bytes: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(bytes.length)
  new Uint8Array(memory).set(bytes)
  return memory
}

test('a segment read from its bytes equals the one that was built', () => {
  fc.assert(
    fc.property(texts, (skills) => {
      const built = buildSegment(skills)
      expect(isSegmentSize(segmentSize(built), 0)).toBe(true)
      expect(readSegment(copyOf(segmentBytes(built)), segmentSize(built))).toEqual(built)
    }),
  )
})

test('bytes too many, too few or of another size are no segment', () => {
  const built = buildSegment([{ ...emptyText, description: 'pdf' }])
  const [size, bytes] = [segmentSize(built), segmentBytes(built)]
  expect(readSegment(copyOf(bytes.slice(0, -1)), size)).toBeNull()
  expect(readSegment(copyOf(new Uint8Array([...bytes, 0])), size)).toBeNull()
  expect(readSegment(new SharedArrayBuffer(0), size)).toBeNull()
  for (const wrong of [-1, 0.5, Number.NaN, 2 ** 31, 'a' as unknown as number])
    for (const name of ['docCount', 'terms', 'units', 'postings', 'meanings'])
      expect(isSegmentSize({ ...size, [name]: wrong }, 0)).toBe(false)
  expect(isSegmentSize(size, 64)).toBe(false)
})

const emptyText = { slug: 's', name: '', description: '', tags: '', whenToUse: '', body: '' }

test('bytes changed anywhere are refused, or can be searched and merged like any segment', () => {
  const flip = fc.record({ at: fc.nat(), value: fc.integer({ min: 1, max: 255 }) })
  let refused = 0
  fc.assert(
    fc.property(texts, fc.array(flip, { minLength: 1, maxLength: 4 }), (skills, flips) => {
      const built = buildSegment(skills)
      const memory = copyOf(segmentBytes(built))
      const bytes = new Uint8Array(memory)
      for (const { at, value } of flips) bytes[at % bytes.length]! ^= value
      const read = readSegment(memory, segmentSize(built))
      if (read === null) {
        refused += 1
        return
      }
      const ids = skills.map((_, doc) => indexedSkill(`s${doc}`))
      const view = { segments: [liveSegment(read, ids)], ownSlugs: new Set<string>() }
      for (const word of words)
        searchSegments(view, { text: word, limit: 20, prefixLastWord: true })
      const merged = mergeSegments([
        { segment: read, removed: [] },
        { segment: built, removed: [] },
      ])
      expect(readSegment(copyOf(segmentBytes(merged)), segmentSize(merged))).toEqual(merged)
    }),
    { numRuns: 500 },
  )
  expect(refused).toBeGreaterThan(100)
})
