import { searchTerms } from '@repertoire/core/choose'
import { expect, it } from 'vitest'
import { wordVectors as words } from './word-vectors.ts'

function wordOf(text: string): number {
  return words.find(searchTerms(text)[0] ?? '')
}

function similarityOf(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => wordOf(text) * words.dimensions)
  let product = 0
  for (let at = 0; at < words.dimensions; at += 1)
    product += words.vectors[first! + at]! * words.vectors[second! + at]!
  return product
}

it('has a vector and a weight for each word', () => {
  expect(words.dimensions).toBe(200)
  expect(words.vectors.length % words.dimensions).toBe(0)
  expect(words.weights.length).toBe(words.vectors.length / words.dimensions)
  expect(Math.min(...words.weights)).toBeGreaterThan(0)
})

it('knows words as search stems them, and says of others that it does not', () => {
  for (const text of ['invoices', 'deployments', 'kubernetes', 'slowly', 'meetings'])
    expect(wordOf(text), text).toBeGreaterThanOrEqual(0)
  expect(words.find('xyzzyplugh')).toBe(-1)
})

it.each([
  ['slow', 'faster', 'invoice'],
  ['postgres', 'mysql', 'calendar'],
  ['invoice', 'payment', 'kernel'],
  ['email', 'recipient', 'compiler'],
])('%s means rather %s than %s', (word, near, far) => {
  expect(similarityOf(word, near)).toBeGreaterThan(similarityOf(word, far))
})

it('the commonest words tell least', () => {
  expect(words.weights[wordOf('value')]!).toBeLessThan(words.weights[wordOf('invoice')]!)
})

it('names the nearest words, none of them the word itself', () => {
  const near = words.nearest(wordOf('postgres')).map(words.term)
  expect(near).toContain('postgresql')
  expect(near).not.toContain(words.term(wordOf('postgres')))
})
