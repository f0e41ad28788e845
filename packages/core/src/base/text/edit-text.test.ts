import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError, type Problem } from '../errors.ts'
import { applyEdit, type EditInput } from './edit-text.ts'

function refusal(text: string, edit: EditInput, maxLength?: number): Problem {
  try {
    applyEdit(text, edit, maxLength)
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('it was not refused')
}

const findReplace = (find: string, replace: string, replace_all?: boolean): EditInput => ({
  operation: 'find_replace',
  find,
  replace,
  replace_all,
})

describe('applyEdit', () => {
  it('B3: replace puts the new text in place of the whole', () => {
    expect(applyEdit('old', { operation: 'replace', content: 'new' })).toBe('new')
    expect(applyEdit('old', { operation: 'replace', content: '' })).toBe('')
  })

  it('B3: find_replace changes the one occurrence, without patterns', () => {
    expect(applyEdit('a.*b axxb', findReplace('a.*b', '$&$1'))).toBe('$&$1 axxb')
    expect(applyEdit('keep drop', findReplace(' drop', ''))).toBe('keep')
  })

  it('B3: find_replace with an empty find, no match or several matches changes nothing', () => {
    expect(refusal('abc', findReplace('', 'x')).code).toBe('edit.find-empty')
    expect(refusal('abc', findReplace('z', 'x')).code).toBe('edit.no-match')
    expect(refusal('a\na\nba', findReplace('a', 'x'))).toMatchObject({
      code: 'edit.several-matches',
      details: { matches: 3, lines: [1, 2, 3] },
    })
  })

  it('B3: replace_all changes every occurrence once', () => {
    expect(applyEdit('aaaa', findReplace('aa', 'a', true))).toBe('aa')
    expect(applyEdit('x x', findReplace('x', 'xx', true))).toBe('xx xx')
  })

  it('B3: append and prepend add a line of their own, without a second line end', () => {
    const add = (text: string, content: string) => applyEdit(text, { operation: 'append', content })
    expect(add('a\n', 'b\n')).toBe('a\nb\n')
    expect(add('a', 'b')).toBe('a\nb')
    expect(add('a', '\n\nb')).toBe('a\n\nb')
    expect(add('a', '\r\nb')).toBe('a\r\nb')
    expect(add('', 'b')).toBe('b')
    expect(applyEdit('b', { operation: 'prepend', content: 'a\n' })).toBe('a\nb')
    expect(applyEdit('b', { operation: 'prepend', content: 'a' })).toBe('a\nb')
  })

  it('B3: delete removes the one occurrence of the text', () => {
    const remove = (content: string): EditInput => ({ operation: 'delete', content })
    expect(applyEdit('keep\ndrop\n', remove('drop\n'))).toBe('keep\n')
    expect(refusal('keep', remove('drop')).code).toBe('edit.nothing-to-delete')
    expect(refusal('keep', remove('')).code).toBe('edit.nothing-to-delete')
    const several = refusal('a a', remove('a'))
    expect(several.code).toBe('edit.several-matches')
    expect(several.hint).toContain('replace_all')
  })

  it('B3: says which field an operation lacks', () => {
    for (const operation of ['replace', 'append', 'prepend', 'delete'] as const) {
      expect(refusal('x', { operation })).toMatchObject({
        code: 'edit.missing-field',
        details: { operation, field: 'content' },
      })
    }
    expect(refusal('x', { operation: 'find_replace', find: 'x' }).details).toMatchObject({
      field: 'replace',
    })
    expect(refusal('x', { operation: 'find_replace', replace: 'x' }).details).toMatchObject({
      field: 'find',
    })
  })

  it('B3: reports different line ends', () => {
    expect(refusal('a\r\nb', findReplace('a\nb', 'x')).hint).toContain('\\r\\n')
  })

  it('B3: refuses a result over the limit before building it', () => {
    expect(refusal('a', { operation: 'append', content: 'bbbb' }, 5)).toMatchObject({
      code: 'edit.too-large',
      details: { characters: 6, max: 5 },
    })
    const huge = findReplace('a', 'b'.repeat(1_000_000), true)
    expect(refusal('a'.repeat(100_000), huge).code).toBe('edit.too-large')
    expect(applyEdit('', { operation: 'replace', content: '😀'.repeat(5) }, 5)).toHaveLength(10)
  })

  it('B3: text around an edit stays unchanged', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$', '\\', '😀') })
    fc.assert(
      fc.property(text, text, text, (before, after, fresh) => {
        const whole = `${before}MARK${after}`
        expect(applyEdit(whole, findReplace('MARK', fresh))).toBe(before + fresh + after)
        expect(applyEdit(whole, { operation: 'delete', content: 'MARK' })).toBe(before + after)
        const added = applyEdit(before, { operation: 'append', content: after })
        expect([before + after, `${before}\n${after}`]).toContain(added)
      }),
    )
  })
})
