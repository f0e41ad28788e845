import { foldCase, lookalikes } from '@repertoire/skill-md'
import { byCharacter } from './by-character.ts'
import { lettersByShape } from './generated/confusables.ts'

/** What ASCII characters look like, beside themselves. */
const asciiLooks: ReadonlyMap<string, readonly string[]> = new Map([
  ['0', ['o']],
  ['1', ['l', 'i']],
  ['|', ['l', 'i']],
  ['l', ['i']],
  ['i', ['l']],
])

/** Letters that Unicode's data leaves out although they pass for these. */
const furtherLooks: Readonly<Record<string, string>> = {
  ...{ l: 'լԼເ', ll: 'ແ', h: 'ի', n: 'ր', r: 'ր', m: 'տ', g: 'գ' },
}

const looks: ReadonlyMap<string, readonly string[]> = groupLooks()
const mark = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u

/** The small ASCII letters that a character can be read as, each of one or more letters. */
export const confusablesOf = byCharacter((character): readonly string[] => {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  const own = cases.flatMap((one) => looks.get(one) ?? [])
  const parts = [...foldCase(character)].filter((part) => !mark.test(part)).map(looksOfPart)
  // A ligature is read letter by letter.
  const spelt = parts.reduce<readonly string[]>(
    (before, part) => before.flatMap((one) => part.map((other) => one + other)),
    [''],
  )
  return [...new Set([...own, ...spelt.filter((one) => one !== '')])]
})

function looksOfPart(part: string): readonly string[] {
  const alike = lookalikes.get(part)
  return [
    ...[part, ...(asciiLooks.get(part) ?? []), ...(looks.get(part) ?? [])],
    ...(alike === undefined ? [] : [alike]),
  ]
}

function groupLooks(): ReadonlyMap<string, readonly string[]> {
  const grouped = new Map<string, string[]>()
  const all = [...Object.entries(lettersByShape), ...Object.entries(furtherLooks)]
  for (const [letters, others] of all) {
    for (const other of others) grouped.set(other, [...(grouped.get(other) ?? []), letters])
  }
  return grouped
}
