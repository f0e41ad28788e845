import { expect, it } from 'vitest'
import { addTriggerTest } from './add-trigger-test.ts'
import { readTriggerTests } from './read-trigger-tests.ts'

it('an empty text begins a file', () => {
  expect(addTriggerTest('', ' slow postgres ')).toBe('must_surface:\n  - slow postgres\n')
})

it('comments and other messages stay', () => {
  const text = '# Ours\nmust_surface:\n  - one # first\nmust_not_surface:\n  - other\n'
  expect(addTriggerTest(text, 'two')).toBe(
    '# Ours\nmust_surface:\n  - one # first\n  - two\nmust_not_surface:\n  - other\n',
  )
  expect(addTriggerTest('must_not_surface:\n  - other\n', 'two')).toContain(
    'must_surface:\n  - two',
  )
})

it('keeps the form of other tools', () => {
  const listed = addTriggerTest('[{"query": "a", "should_trigger": true}]', 'b') ?? ''
  expect(JSON.parse(listed)).toEqual([
    { query: 'a', should_trigger: true },
    { query: 'b', should_trigger: true },
  ])
  expect(addTriggerTest('should_trigger:\n  - a\n', 'b')).toBe('should_trigger:\n  - a\n  - b\n')
})

it('what is there already changes nothing', () => {
  const text = 'must_surface: [one]\n'
  expect(addTriggerTest(text, 'one')).toBe(text)
})

it.each([
  ['unreadable', 'must_surface: [one\n'],
  ['no tests', 'just text'],
  ['the opposite', 'must_not_surface: [yes please]\n'],
])('a file that is %s does not take it', (_, text) => {
  expect(addTriggerTest(text, 'yes please')).toBeNull()
})

it.each(['yes', '12', '- a: b', '# x', '"', "it's: {a}", 'a\nb: c', 'must_surface: [x]', '*ref'])(
  'hostile words stay one message: %s',
  (message) => {
    const after = addTriggerTest('must_surface:\n  - one\n', message) ?? ''
    expect(readTriggerTests(after).messages.map(({ text }) => text)).toEqual(['one', message])
  },
)
