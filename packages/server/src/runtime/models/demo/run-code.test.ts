import { describe, expect, it } from 'vitest'
import { decideToRunCode } from './run-code.ts'

const tools = new Set(['run_sandbox_code'])
const decide = (text: string, done: Parameters<typeof decideToRunCode>[0]['done'] = []) =>
  decideToRunCode({ text, done, tools })

describe('the demo model and code', () => {
  it('B4: runs dictated code, plain or fenced, and nothing else', () => {
    expect(decide('Run code: return 6 * 7')?.calls).toEqual([
      { name: 'run_sandbox_code', input: { code: 'return 6 * 7' } },
    ])
    expect(decide('run this code:\n```js\nreturn 1\n```')?.calls[0]?.input).toEqual({
      code: 'return 1',
    })
    expect(decide('How do I run code?')).toBeNull()
    const without = { text: 'run code: return 1', done: [], tools: new Set<string>() }
    expect(decideToRunCode(without)).toBeNull()
  })

  it('B4: reports the result', () => {
    const done = (output: object) => [{ tool: 'run_sandbox_code', input: {}, output }] as never
    expect(
      decide('run code: x', done({ status: 'ok', result: { a: 1 }, skills_read: ['pdf'] }))?.text,
    ).toBe('The code returned {"a":1}. It read pdf.')
    const failed = { status: 'failed', error: { name: 'Error', message: 'no x' }, skills_read: [] }
    expect(decide('run code: x', done(failed))?.text).toBe('The code ended as failed: no x')
  })
})
