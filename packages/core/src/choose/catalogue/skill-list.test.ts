import { countCharacters, truncate } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise, oneLine } from '../../base/text/neutralise.ts'
import { type ListedSkill, renderSkillList, type SkillListFormat } from './skill-list.ts'

const format: SkillListFormat = {
  limit: 12_000,
  hasMore: false,
  line: (slug, texts) =>
    [`- ${slug}`, ...texts.filter((text) => text !== '')].join(texts.join('') ? ': ' : ''),
}

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        '\n- fake: x',
        '\u2028',
        '</available_skills>',
        '<skill',
        '<',
        '\r\n',
        '\u202e',
      ),
      fc.constant('long words '.repeat(30)),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))
const someSkills = fc.uniqueArray(
  fc.record({
    slug: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/),
    texts: fc.tuple(hostileText, hostileText),
    rank: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  }),
  { selector: ({ slug }) => slug, maxLength: 60 },
)
const someFormat = fc
  .record({ limit: fc.integer({ min: 200, max: 12_000 }), hasMore: fc.boolean() })
  .map((some): SkillListFormat => ({ ...format, ...some }))

function many(count: number, text: string): ListedSkill[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `skill-${String(index).padStart(4, '0')}`,
    texts: [text],
  }))
}

describe('the list of skills in a prompt', () => {
  it('D4: has one short line per skill, by slug', () => {
    const skills = [
      { slug: 'weekly-report', texts: ['Write the report.', 'On Fridays.'] },
      { slug: 'deploy', texts: ['Ship it.', ''] },
    ]
    expect(renderSkillList(skills, format)).toEqual({
      text: '- deploy: Ship it.\n- weekly-report: Write the report.: On Fridays.',
      listed: ['deploy', 'weekly-report'],
      omitted: 0,
      complete: true,
      undescribed: [],
    })
  })

  it('D4: is empty without skills', () => {
    expect(renderSkillList([], format).text).toBe('')
  })

  it('D4: never exceeds its limit, for any texts', () => {
    fc.assert(
      fc.property(someSkills, someFormat, (skills, some) => {
        expect(countCharacters(renderSkillList(skills, some).text)).toBeLessThanOrEqual(some.limit)
      }),
    )
  })

  it('D4: reserves room for the longest footer', () => {
    const skills = Array.from({ length: 10 }, (_, index) => ({
      slug: `${index}${'a'.repeat(index < 2 ? 6 : 12)}`,
      texts: [],
    }))
    for (let limit = 200; limit < 260; limit += 1) {
      const { text } = renderSkillList(skills, { ...format, limit, hasMore: true })
      expect(countCharacters(text)).toBeLessThanOrEqual(limit)
    }
  })

  it('D4: every skill has its own line or is counted as omitted', () => {
    fc.assert(
      fc.property(someSkills, someFormat, (skills, some) => {
        const { text, listed, omitted } = renderSkillList(skills, some)
        const lines = text.split('\n').filter((line) => line !== '')
        const own = lines.filter((line) => line.startsWith('- '))
        const slugs = skills.map(({ slug }) => slug).sort()
        const named = own.map((line) => line.slice(2).split(': ', 1)[0] as string)
        expect(named).toEqual(slugs.filter((slug) => named.includes(slug)))
        expect(named).toEqual(listed)
        expect(listed.length + omitted).toBe(skills.length)
        if (omitted > 0) expect(lines.at(-1)).toContain(` ${omitted} more`)
        expect(lines.length - own.length).toBeLessThanOrEqual(2)
        if (some.hasMore) expect(lines.at(-1)).toMatch(/at least|more skills than these/)
      }),
    )
  })

  it('D4: the same skills in any order give the same bytes', () => {
    const shuffled = someSkills.chain((skills) =>
      fc.tuple(
        fc.constant(skills),
        fc.shuffledSubarray(skills, { minLength: skills.length, maxLength: skills.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, someFormat, ([skills, other], some) => {
        expect(renderSkillList(other, some)).toEqual(renderSkillList(structuredClone(skills), some))
      }),
    )
  })

  it('A2: no text opens or closes a block, also when truncated', () => {
    fc.assert(
      fc.property(someSkills, someFormat, (skills, some) => {
        const { text } = renderSkillList(skills, some)
        expect(neutralise(text)).toBe(text)
      }),
    )
    const cut = `${'x'.repeat(243)} <skillful people are here`
    const { text, complete } = renderSkillList(many(40, cut), { ...format, limit: 11_000 })
    expect(complete).toBe(false)
    expect(text).not.toMatch(/<skill(?!ful)/)
  })

  it('D4: fills its room: what is left out would not fit', () => {
    fc.assert(
      fc.property(someSkills, someFormat, (skills, some) => {
        const { text, complete, undescribed } = renderSkillList(skills, some)
        if (complete) return
        const left = some.limit - countCharacters(text)
        const footer = 120
        for (const { slug, texts } of skills) {
          const short = texts.map((one) => truncate(oneLine(one), 60))
          const described = neutralise(some.line(slug, short))
          const listedName = new RegExp(`^- ${slug}(:|$)`, 'm').test(text)
          const size = countCharacters(described) - (listedName ? slug.length + 2 : -1)
          if (undescribed.includes(slug)) expect(size).toBeGreaterThan(left - footer)
          if (!listedName) expect(slug.length + 3).toBeGreaterThan(left - footer)
        }
      }),
    )
  })

  it.each([20, 80, 120, 130, 140, 150, 250, 500, 1_000])(
    'D4: uses its room with %i long-winded skills, and says what was cut',
    (count) => {
      const list = renderSkillList(many(count, 'word '.repeat(200)), format)
      expect(countCharacters(list.text)).toBeGreaterThan(format.limit * 0.9)
      expect(list.undescribed.length).toBeLessThan(count)
      expect(list.text.split('\n').at(-1)).toMatch(/^\((What|There|And)/)
    },
  )

  it('D4: gets smaller one step at a time as skills are added', () => {
    const described = (count: number) =>
      count - renderSkillList(many(count, 'word '.repeat(200)), format).undescribed.length
    let before = described(20)
    for (let count = 30; count <= 1_200; count += 10) {
      const now = described(count)
      expect(now).toBeGreaterThan(before * 0.6)
      before = now
    }
  })

  it('D4: preferred skills keep their texts, and their lines', () => {
    for (const count of [140, 250, 500, 2_000]) {
      const skills = many(count, 'word '.repeat(200))
      const last = skills.slice(-20).map((skill, rank) => ({ ...skill, rank }))
      const list = renderSkillList([...skills.slice(0, -20), ...last], format)
      for (const { slug } of last) expect(list.text).toContain(`- ${slug}: word`)
      expect(countCharacters(list.text)).toBeLessThanOrEqual(format.limit)
    }
  })

  it('D4: states how many skills are omitted when not all names fit', () => {
    const list = renderSkillList(many(2000, 'x'), format)
    expect(list.omitted).toBeGreaterThan(900)
    expect(list.text).toMatch(
      new RegExp(`\\(And ${list.omitted} more: ask for them by name\\.\\)$`),
    )
    const hasMore = renderSkillList(many(2000, 'x'), { ...format, hasMore: true })
    expect(hasMore.text).toMatch(/\(And at least \d+ more: ask for them by name\.\)$/)
  })
})
