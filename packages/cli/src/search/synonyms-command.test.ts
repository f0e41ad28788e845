import { expect, it } from 'vitest'
import { withoutSynonyms, withSynonyms } from './synonyms-command.ts'

it('words join the group of a word that is known, and groups that have one in common become one', () => {
  expect(withSynonyms([], ['k8s', 'kubernetes'])).toEqual([['k8s', 'kubernetes']])
  expect(withSynonyms([['k8s', 'kubernetes']], ['K8S', 'container cluster'])).toEqual([
    ['k8s', 'kubernetes', 'container cluster'],
  ])
  const groups = [
    ['a', 'b'],
    ['x', 'y'],
    ['c', 'd'],
  ]
  expect(withSynonyms(groups, ['b', 'c'])).toEqual([
    ['x', 'y'],
    ['a', 'b', 'c', 'd'],
  ])
})

it('one word alone, even said twice, says what to name instead', () => {
  for (const words of [['k8s'], ['k8s', 'K8S ']])
    expect(() => withSynonyms([], words)).toThrow('One word alone has no synonym.')
})

it('a word is taken out of its group, and a group with one word left is gone', () => {
  const groups = [
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]
  expect(withoutSynonyms(groups, ['B'])).toEqual([
    ['a', 'c'],
    ['x', 'y'],
  ])
  expect(withoutSynonyms(groups, ['x'])).toEqual([['a', 'b', 'c']])
  expect(withoutSynonyms(groups, ['none'])).toEqual(groups)
})
