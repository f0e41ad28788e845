import fc from 'fast-check'
import type { JsonValue } from '../base/json.ts'

const wellFormed = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** Text of people and attackers: words, YAML indicators, several lines. */
export const valueText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }).filter(wellFormed),
  fc
    .array(
      fc.constantFrom(
        'a',
        'b c',
        ' ',
        '\n',
        ': ',
        ' #',
        '- ',
        '"',
        "'",
        '\\',
        '|',
        '\r\n',
        '\t',
        '---',
        '😀',
        '',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
)

export const keyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('homepage', 'model', 'tags', 'metadata', 'license', 'a.b', 'x-y'),
  },
  fc.constantFrom('null', 'yes', '__proto__x', 'constructor', '1.0', 'a b', 'a: b', '"q"', '#', ''),
  fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__' && wellFormed(key)),
)

const number = fc.oneof(
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
    .map((value) => (value === 0 ? 0 : value)),
)

/** Any JSON that a frontmatter can represent, a few levels deep. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    valueText,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keyText, tie('value'), { maxKeys: 3 }),
  ),
})).value as fc.Arbitrary<JsonValue>
