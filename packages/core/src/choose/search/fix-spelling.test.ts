import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { buildSegment } from './build-segment.ts'
import { editDistance } from './edit-distance.ts'
import type { SearchText } from './fields.ts'
import { liveSegment } from './live-segment.ts'
import { nearestTerm } from './nearest-term.ts'
import { searchSegments } from './search-segments.ts'

const empty: SearchText = { slug: '', name: '', description: '', tags: '', whenToUse: '', body: '' }

function segmentOf(descriptions: readonly string[]) {
  const segment = buildSegment(descriptions.map((description) => ({ ...empty, description })))
  return liveSegment(
    segment,
    descriptions.map((_, at) => indexedSkill(String(at))),
  )
}

function search(descriptions: readonly string[], text: string, prefixLastWord = false) {
  const view = { segments: [segmentOf(descriptions)], ownSlugs: new Set<string>() }
  return searchSegments(view, { text, limit: 200, prefixLastWord })
}

describe('a mistyped word', () => {
  it('finds what it was meant to find, also in a sentence and while it is typed', () => {
    const skills = ['Tunes postgres', 'Reviews kubernetes manifests', 'Writes release notes']
    expect(search(skills, 'postgers')[0]?.skillId).toBe('0')
    expect(search(skills, 'please review my kuberntes files')[0]?.skillId).toBe('1')
    expect(search(skills, 'kubernets', true)[0]?.skillId).toBe('1')
  })

  it('keeps the word that was typed in the reason, beside the term it was read as', () => {
    const [hit] = search(['Tunes postgres'], 'postgers')
    expect(hit?.reasons).toMatchObject([{ word: 'postgers', term: 'postgr' }])
  })

  it('covers less than the right word, so that a guess is never as sure', () => {
    const skills = ['Tunes postgres', 'Writes release notes']
    const [guessed] = search(skills, 'postgers')
    const [right] = search(skills, 'postgres')
    expect(guessed!.coverage).toBeLessThan(right!.coverage)
  })

  it('a word that skills have is left as it is, however near a commoner one', () => {
    const skills = ['Draws a chart', ...Array.from({ length: 9 }, () => 'Runs charm tools')]
    expect(search(skills, 'chart').map(({ skillId }) => skillId)).toEqual(['0'])
  })

  it('a guess never counts a word twice, and only the first eight of many are guessed', () => {
    const [hit] = search(['Tunes postgres'], 'tunes postgers postgrss postgres')
    expect(hit?.reasons.map(({ term }) => term)).toEqual(['tune', 'postgr'])
    const names = 'planet garden window bridge candle pocket silver dragon magnet'.split(' ')
    const mistyped = names.map((name) => name.slice(0, 3) + name[2] + name.slice(3)).join(' ')
    expect(search([names.join(' ')], mistyped)[0]?.reasons).toHaveLength(8)
  })

  it('short words, numbers and words of another beginning are not guessed', () => {
    const live = [segmentOf(['git log of port 8080', 'grpc', 'elastic'])]
    for (const word of ['gat', '8081', 'plastic', 'gripc', 'ports8'])
      expect(nearestTerm(live, word)).toBeNull()
  })

  it('is read as one of the nearest terms, whatever the library and the segments', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd'),
      minLength: 4,
      maxLength: 9,
    })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), word, (words, mistyped) => {
        const limit = mistyped.length < 8 ? 1 : 2
        const letters = (text: string) => [...text].sort().join('')
        const terms = words.map((one) => search([one], one)[0]?.reasons[0]?.term ?? '')
        const near = terms.filter(
          (term) =>
            term !== mistyped &&
            term[0] === mistyped[0] &&
            (mistyped.length >= 6 || letters(term) === letters(mistyped)) &&
            editDistance(mistyped, term, limit) <= limit,
        )
        const least = Math.min(...near.map((term) => editDistance(mistyped, term, limit)))
        const together = nearestTerm([segmentOf(words)], mistyped)
        const apart = nearestTerm(
          words.map((one) => segmentOf([one])),
          mistyped,
        )
        expect(apart).toEqual(together)
        if (near.length === 0) expect(together).toBeNull()
        else expect(editDistance(mistyped, together!.term, limit)).toBe(least)
      }),
      { numRuns: 200 },
    )
  })
})
