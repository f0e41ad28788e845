import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTriggerTests } from './read-trigger-tests.ts'
import { findTriggerTestFile, triggerTestLimits } from './trigger-test-set.ts'

const codes = (text: string) => readTriggerTests(text).diagnostics.map(({ code }) => code)

describe('reading trigger tests', () => {
  it('reads two lists of messages, each with its line', () => {
    const text = 'must_surface:\n  - Review my diff\n  - 审查代码\nmust_not_surface:\n  - "42"\n'
    expect(readTriggerTests(text)).toEqual({
      messages: [
        { text: 'Review my diff', mustSurface: true, line: 2 },
        { text: '审查代码', mustSurface: true, line: 3 },
        { text: '42', mustSurface: false, line: 5 },
      ],
      diagnostics: [],
    })
  })

  it('reads the format of other tools, also as JSON', () => {
    const set = [
      { query: 'review this', should_trigger: true },
      { query: 'bake a cake', should_trigger: false },
    ]
    expect(readTriggerTests(JSON.stringify(set, null, 2))).toEqual({
      messages: [
        { text: 'review this', mustSurface: true, line: 3 },
        { text: 'bake a cake', mustSurface: false, line: 7 },
      ],
      diagnostics: [],
    })
  })

  it('keeps valid messages and reports each invalid one at its position', () => {
    const text = [
      'must_surface: [good, 42, "", {a: b}]',
      'must_not_surface: good',
      'whatever: []',
      'should_not_trigger: [good, other, other]',
    ].join('\n')
    const { messages, diagnostics } = readTriggerTests(text)
    expect(messages.map(({ text }) => text)).toEqual(['good', 'other'])
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['triggers.not-a-message', 1, 22],
      ['triggers.not-a-message', 1, 26],
      ['triggers.not-a-message', 1, 30],
      ['triggers.not-a-list', 2, 19],
      ['triggers.unknown-key', 3, 1],
      ['triggers.contradiction', 4, 22],
      ['triggers.repeated', 4, 35],
    ])
  })

  it('returns nothing but a diagnostic for a file of another kind', () => {
    expect(codes('just text')).toEqual(['triggers.shape'])
    expect(codes('')).toEqual(['triggers.shape'])
    expect(codes('must_surface: [a')).toEqual(['triggers.unreadable'])
    expect(codes('[{query: a}]')).toEqual(['triggers.item'])
    expect(codes('must_surface: &a [*a, !!js/function x]\n')).toContain('triggers.not-a-message')
  })

  it('limits the number and length of messages, and the depth and size of the file', () => {
    const many = Array.from(
      { length: triggerTestLimits.maxMessages + 1 },
      (_, n) => `- m${n}`,
    ).join('\n')
    const read = readTriggerTests(`must_surface:\n${many}\n`)
    expect(read.messages).toHaveLength(triggerTestLimits.maxMessages)
    expect(read.diagnostics.map(({ code }) => code)).toEqual(['triggers.too-many'])
    expect(
      codes(`must_surface: ["${'x'.repeat(triggerTestLimits.maxMessageLength + 1)}"]`),
    ).toEqual(['triggers.message-too-long'])
    expect(codes('['.repeat(1_000))).toEqual(['triggers.too-deep'])
    expect(codes('[],'.repeat(2_000))).toEqual(['triggers.too-complex'])
    expect(codes('x'.repeat(triggerTestLimits.maxFileLength + 1))).toEqual(['triggers.too-large'])
  })

  it('never throws on any text, and never returns a message twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { messages } = readTriggerTests(text)
        expect(new Set(messages.map((message) => message.text)).size).toBe(messages.length)
      }),
    )
  })

  it('finds only files in evals/, and prefers our file name', () => {
    const others = ['SKILL.md', 'evals/trigger-eval.json', 'evals/evals.json']
    expect(findTriggerTestFile([...others, 'evals/triggers.yaml'])).toBe('evals/triggers.yaml')
    expect(findTriggerTestFile(others)).toBe('evals/trigger-eval.json')
    expect(findTriggerTestFile(['evals/evals.json', 'a/evals/triggers.yaml'])).toBeNull()
  })
})
