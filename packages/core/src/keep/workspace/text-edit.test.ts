import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem, ProblemError } from '../../base/errors.ts'
import { editText, type TextEdit } from './text-edit.ts'
import { workspaceLimits } from './workspace-limits.ts'

const edit = (text: string, change: Partial<TextEdit>) =>
  editText(text, { old: 'x', new: 'y', replaceAll: false, ...change })

function refusal(text: string, change: Partial<TextEdit>): Problem {
  try {
    edit(text, change)
  } catch (error) {
    return (error as ProblemError).problem
  }
  throw new Error('it was not refused')
}

describe('editText', () => {
  it('replaces the one occurrence', () => {
    expect(edit('a\nx\nb', {})).toEqual({ text: 'a\ny\nb', lines: [2] })
    expect(edit('a\nx\nb', { old: 'x\n', new: '' }).text).toBe('a\nb')
  })

  it('uses no patterns, neither in the old piece nor in the new', () => {
    expect(edit('a.*b axxb', { old: 'a.*b', new: '$&$1' }).text).toBe('$&$1 axxb')
  })

  it('refuses several matches and reports their lines', () => {
    const problem = refusal('x\n\nxx\nx', {})
    expect(problem).toMatchObject({
      code: 'workspace.several-matches',
      details: { matches: 4, lines: [1, 3, 3, 4] },
    })
    expect(problem.message).toContain('1, 3, 3, 4')
    const many = refusal('x\n'.repeat(500), {})
    expect(many.message).toContain('and 480 more')
  })

  it('replaces every match once with replaceAll', () => {
    expect(edit('aaaa', { old: 'aa', new: 'a', replaceAll: true })).toEqual({
      text: 'aa',
      lines: [1, 1],
    })
    expect(edit('x\nx', { new: 'xx', replaceAll: true }).text).toBe('xx\nxx')
  })

  it('refuses a missing piece, an empty one and an edit without effect', () => {
    expect(refusal('a', {}).code).toBe('workspace.no-match')
    expect(refusal('a', { old: '' }).code).toBe('workspace.old-empty')
    expect(refusal('x', { new: 'x' }).code).toBe('workspace.no-change')
    expect(refusal('a\r\nb', { old: 'a\nb' }).hint).toContain('\\r\\n')
  })

  it('D4: refuses a result over the limit before building it, quickly', () => {
    const text = 'a'.repeat(workspaceLimits.textBytes)
    const change = { old: 'a', new: 'b'.repeat(1_000_000), replaceAll: true }
    expect(refusal(text, change)).toMatchObject({
      code: 'workspace.too-large',
      details: { max_size: workspaceLimits.textBytes },
    })
    expect(refusal('a', change).code).toBe('workspace.too-large')
    const most = edit(text, { old: 'a', new: 'b', replaceAll: true })
    expect(most.text.length).toBe(workspaceLimits.textBytes)
    expect(new Set(most.lines)).toEqual(new Set([1]))
  })

  it('a unique piece is replaced, whatever surrounds it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$', '\\') })
    fc.assert(
      fc.property(text, text, text, (before, after, fresh) => {
        const edited = edit(`${before}MARK${after}`, { old: 'MARK', new: fresh })
        expect(edited.text).toBe(`${before}${fresh}${after}`)
        expect(edited.lines).toEqual([before.split('\n').length])
      }),
    )
  })
})
