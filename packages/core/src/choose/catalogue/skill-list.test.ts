import { countCharacters } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise } from '../../base/text/neutralise.ts'
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
      listed: 2,
      omitted: 0,
      textLimit: null,
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
        expect(own.map((line) => line.slice(2).split(': ', 1)[0])).toEqual(slugs.slice(0, listed))
        expect(listed + omitted).toBe(skills.length)
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
    const { text, textLimit } = renderSkillList(many(40, cut), { ...format, limit: 11_000 })
    expect(textLimit).toBe(250)
    expect(text).not.toContain('<skill')
  })

  it.each([
    [10, null, undefined],
    [30, 250, '(What is said of each is cut to 250 characters.)'],
    [80, 120, '(What is said of each is cut to 120 characters.)'],
    [140, 60, '(What is said of each is cut to 60 characters.)'],
    [500, 0, '(There is no room to say what each is for.)'],
  ])(
    'D4: %i long-winded skills are cut to %j characters each, and it says so',
    (count, textLimit, remark) => {
      const list = renderSkillList(many(count, 'word '.repeat(200)), format)
      expect(list).toMatchObject({ listed: count, omitted: 0, textLimit })
      const last = list.text.split('\n').at(-1) as string
      if (remark) expect(last).toBe(remark)
      else expect(last).toMatch(/^- /)
    },
  )

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
