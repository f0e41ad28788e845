import { describe, expect, it } from 'vitest'
import { memoriesOf } from './memory-item.ts'

const call = (input: object) => ({ id: 'call_1', name: 'edit_system_prompt', input })
const done = (output: object) => ({ status: 'ok', output }) as const
const kept = done({ status: 'remembered', version: 3, previous_version: 2 })

describe('what a call noted about the person', () => {
  it('is told in words, with the version to go back to', () => {
    const words = (input: object) =>
      memoriesOf({ call: call(input), outcome: kept } as never)?.words
    expect(
      memoriesOf({
        call: call({ operation: 'append', content: 'Likes tea.' }),
        outcome: kept,
      } as never),
    ).toEqual({ words: 'Remembered: Likes tea.', version: 3, previousVersion: 2 })
    expect(words({ operation: 'delete', content: 'Likes tea.' })).toBe('Forgotten: Likes tea.')
    expect(words({ operation: 'replace', content: '' })).toBe('Forgot everything')
    expect(words({ operation: 'replace', content: 'x' })).toBe('Remembered: x')
    expect(words({ operation: 'find_replace', find: 'a', replace: 'b' })).toBe('Corrected: b')
  })

  it('is nothing for other calls, for refused ones, and where nothing changed', () => {
    const input = { operation: 'append', content: 'x' }
    const refused = { status: 'refused', problem: { code: 'edit.too-large', message: 'No.' } }
    const unchanged = done({ status: 'unchanged', version: 3 })
    for (const outcome of [null, refused, unchanged]) {
      expect(memoriesOf({ call: call(input), outcome } as never)).toBeNull()
    }
    expect(
      memoriesOf({ call: { ...call(input), name: 'todo' }, outcome: kept } as never),
    ).toBeNull()
  })
})
