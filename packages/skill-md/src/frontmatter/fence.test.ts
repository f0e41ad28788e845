import { expect, test } from 'vitest'
import { findFence } from './fence.ts'

test.each([
  ['---\na: 1\n---\nbody', 'a: 1\n', 'body'],
  ['---\r\na: 1\r\n---\r\nbody\r\n', 'a: 1\r\n', 'body\r\n'],
  ['\ufeff---\na: 1\n---\n', 'a: 1\n', ''],
  ['\n \t\n--- \t\na: 1\n---\t\nbody', 'a: 1\n', 'body'],
  ['---\n---\nbody', '', 'body'],
  ['---\na: 1\n---', 'a: 1\n', ''],
  ['---\na: x --- y\nb: |\n  ---\n---\n---\n', 'a: x --- y\nb: |\n  ---\n', '---\n'],
  ['---\n---x\n----\n ---\n---\n', '---x\n----\n ---\n', ''],
])('D1: a fence is a whole line in %j', (text, content, body) => {
  const found = findFence(text)
  if (found.kind !== 'closed') throw new Error(found.kind)
  const { fence } = found
  expect(text.slice(fence.contentStart, fence.contentEnd)).toBe(content)
  expect(text.slice(fence.bodyOffset)).toBe(body)
})

test.each([
  '',
  'body',
  '# a\n---\na: 1\n---\n',
  '---',
  '----\na: 1\n---\n',
  ' ---\na: 1\n---\n',
  '--- a\n---\n',
])('D1: %j opens no frontmatter', (text) => {
  expect(findFence(text).kind).toBe('none')
})

test.each(['---\n', '---\na: 1\n', '---\na: 1\n---x\n', '---\na: 1\n ---\n'])(
  'D1: %j is never closed',
  (text) => {
    expect(findFence(text).kind).toBe('unclosed')
  },
)
