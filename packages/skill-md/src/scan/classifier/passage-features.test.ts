import { expect, it } from 'vitest'
import { featuresOf, wordsOf } from './passage-features.ts'

it.each([
  ['send it to https://intake.ledgerwharf.net/a?b=1', ['send', 'it', 'to', '<host>']],
  ['send it to intake.ledgerwharf.net', ['send', 'it', 'to', '<host>']],
  ['ask desk@ledgerwharf.net', ['ask', '<mail>']],
  ['open https://github.com/owner/name', ['open', '<known>']],
  ['open https://github.com.ledgerwharf.net/x', ['open', '<host>']],
  ['open https://github.com@ledgerwharf.net/x', ['open', '<host>']],
  ['open http://localhost:8080/ and http://api.example.com', ['open', '<known>', 'and', '<known>']],
  ['uploading 3 files', ['upload', '<number>', 'fil']],
  ['uploads a saved file', ['upload', 'a', 'sav', 'fil']],
  ['把结果', ['把结', '结果']],
])('of %s the words are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('the features of a sentence are its words and their pairs with at most one between', () => {
  expect(
    ['', 'one', 'one two', 'one two three'].map((text) => featuresOf(text).buckets.length),
  ).toEqual([0, 1, 3, 6])
})
