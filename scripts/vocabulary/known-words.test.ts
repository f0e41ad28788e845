import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportedNames, wordsOf } from './exported-names.ts'

const root = join(import.meta.dirname, '../..')
const lines = (path: string): string[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line) => line.split('#')[0]?.trim() ?? '')
    .filter((line) => line !== '')

const common = new Set(lines('scripts/vocabulary/known-words.txt'))
const accepted = new Set(lines('docs/words.txt'))
const glossary = new Set(
  [...readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/[A-Za-z]+/g)].map(([word]) =>
    word.toLowerCase(),
  ),
)
const names = exportedNames()
const used = new Set(names.flatMap(({ name }) => wordsOf(name)))

const isKnown = (word: string) => common.has(word) || accepted.has(word) || glossary.has(word)

it('every word of an exported name or a file name is one that the field, the glossary or docs/words.txt knows', () => {
  const unknown = names.flatMap(({ name, file }) =>
    wordsOf(name)
      .filter((word) => !isKnown(word))
      .map((word) => `${word}: ${name} in ${file}`),
  )
  const help =
    'Use the word an engineer would search for. If it is a common word of the field, add it to ' +
    'scripts/vocabulary/known-words.txt; if it is a term of the product, explain it in docs/glossary.md; otherwise ' +
    'add it to docs/words.txt with a reason.'
  expect(unknown, help).toEqual([])
})

it('docs/words.txt has at most 60 words, each used, each with a reason', () => {
  const text = readFileSync(join(root, 'docs/words.txt'), 'utf8')
  const bare = text.split('\n').filter((line) => /^[a-z]/.test(line) && !/^[a-z]+ # \S/.test(line))
  expect(bare).toEqual([])
  expect([...accepted].filter((word) => !used.has(word))).toEqual([])
  expect(accepted.size).toBeLessThanOrEqual(60)
})

it('scripts/vocabulary/known-words.txt is sorted and has no word that is not used', () => {
  const all = lines('scripts/vocabulary/known-words.txt')
  expect(all).toEqual([...common].toSorted())
  expect(all.filter((word) => !used.has(word))).toEqual([])
})
