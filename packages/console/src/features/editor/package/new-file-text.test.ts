import { readTriggerTests } from '@repertoire/skill-md'
import { expect, it } from 'vitest'
import { newFileText } from './new-file-text.ts'

it.each(['evals/triggers.yaml', 'evals/triggers.yml'])(
  'begins %s with an example that can be read and tests nothing, also without its comment marks',
  (path) => {
    const text = newFileText(path)
    expect(readTriggerTests(text)).toEqual({ messages: [], diagnostics: [] })
    const example = text
      .split('\n')
      .filter((line) => /^# (must_\w+:$| {2}- )/.test(line))
      .map((line) => line.slice(2))
      .join('\n')
    const { messages, diagnostics } = readTriggerTests(example)
    expect(diagnostics).toEqual([])
    expect(messages.map(({ mustSurface }) => mustSurface)).toEqual([true, false])
  },
)

it('begins any other file empty', () => {
  expect(newFileText('scripts/run.py')).toBe('')
  expect(newFileText('evals/triggers.json')).toBe('')
})
