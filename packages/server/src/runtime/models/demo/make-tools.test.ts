import { describe, expect, it } from 'vitest'
import type { CompletedCall } from './current-turn.ts'
import { decideToMakeTools } from './make-tools.ts'

const tools = new Set(['create_tool', 'update_tool', 'add', 'count_words'])
const next = (
  text: string,
  done: readonly CompletedCall[] = [],
  known: ReadonlySet<string> = tools,
) => decideToMakeTools({ text, done, tools: known })

function made(tool: string, change: Partial<CompletedCall> = {}): CompletedCall {
  return { tool, input: {}, output: { status: 'ok', result: 3 }, problem: undefined, ...change }
}
const problem = { code: 'x', kind: 'conflict', message: 'No.', hint: 'Try.' } as const

describe('the demo model and tools', () => {
  it('writes the dictated code, then calls the tool and reports its result', () => {
    const text = 'Please make a tool named add: return 1 + 2'
    expect(next(text)?.calls).toMatchObject([
      { name: 'create_tool', input: { name: 'add', code: 'return 1 + 2' } },
    ])
    const written = made('create_tool')
    expect(next(text, [written])?.calls).toEqual([{ name: 'add', input: {} }])
    expect(next(text, [written, made('add')])?.text).toContain('3')
  })

  it('writes a sample when only the purpose is given', () => {
    expect(next('Make a tool that counts words.')?.calls).toMatchObject([
      { name: 'create_tool', input: { name: 'count_words' } },
    ])
  })

  it('changes a tool, and runs one with an input', () => {
    expect(next('Change the tool add: return 4')?.calls).toMatchObject([
      { name: 'update_tool', input: { name: 'add', operation: 'replace', content: 'return 4' } },
    ])
    expect(next('Run the tool add {"a": 1}')?.calls).toEqual([{ name: 'add', input: { a: 1 } }])
    expect(next('Run the tool add {broken')?.calls).toEqual([{ name: 'add', input: {} }])
    expect(next('Run the tool nothing_here')?.text).toContain('no tool named')
  })

  it('reports why it was not written or not run', () => {
    const text = 'Make a tool named add: return 1'
    const failed = { output: undefined, problem }
    expect(next(text, [made('create_tool', failed)])?.text).toContain('No. Try.')
    expect(next(text, [made('create_tool'), made('add', failed)])?.text).toContain('No. Try.')
    const ended = made('add', { output: { status: 'timed-out' } })
    expect(next(text, [made('create_tool'), ended])?.text).toContain('timed-out')
  })

  it('ignores other messages, and does nothing without the toolset', () => {
    expect(next('Which tool do I need for a slow database?')).toBeNull()
    expect(next('Make a tool that counts words.', [], new Set())).toBeNull()
  })
})
