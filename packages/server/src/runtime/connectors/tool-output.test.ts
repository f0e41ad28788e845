import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { toToolOutput } from './tool-output.ts'

const text = (value: string) => ({ type: 'text' as const, text: value })
const outputOf = (result: CallToolResult, secrets: string[] = []) =>
  toToolOutput(result, secrets).output

describe('a tool’s output', () => {
  it('D: joins its texts, and describes other content', () => {
    const content: CallToolResult['content'] = [
      text('one'),
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'a://b', text: 'two' } },
      { type: 'resource', resource: { uri: 'a://c', blob: 'AAAA', mimeType: 'x/y' } },
      { type: 'resource_link', name: 'there', uri: 'https://x.example' },
    ]
    expect(outputOf({ content })).toEqual({
      text: [
        'one',
        '[audio (audio/wav) of about 3 bytes, left out]',
        '[a://b]\ntwo',
        '[a://c (x/y) of about 3 bytes, left out]',
        '[there: https://x.example]',
      ].join('\n\n'),
    })
  })

  it('D: keeps structured content beside the text, unless it is too large or too deep', () => {
    const content = [text('t')]
    expect(outputOf({ content, structuredContent: { a: [1] } })).toEqual({
      text: 't',
      structured: { a: [1] },
    })
    const left = { text: 't', structured_left_out: 'It is too large or too deep.' }
    expect(outputOf({ content, structuredContent: { a: 'x'.repeat(200_000) } })).toEqual(left)
    let deep: unknown = 1
    for (let level = 0; level < 70; level += 1) deep = [deep]
    expect(outputOf({ content, structuredContent: { deep } })).toEqual(left)
  })

  it('D: never exceeds the limit, nor splits a surrogate pair', () => {
    const long = `${'x'.repeat(256 * 1024 - 1)}😀 and more`
    const { text: cut, truncated, total_characters } = outputOf({ content: [text(long)] })
    expect([truncated, total_characters]).toEqual([true, long.length])
    expect(cut).toBe('x'.repeat(256 * 1024 - 1))
    const both = { content: [text(long)], structuredContent: { a: 'y'.repeat(100_000) } }
    expect(JSON.stringify(outputOf(both)).length).toBeLessThan(257 * 1024)
  })

  it('D: leaks no part of a secret at the point of truncation', () => {
    const secret = 'tok-123456789'
    const long = 'x'.repeat(256 * 1024 - 8) + secret
    expect(JSON.stringify(outputOf({ content: [text(long)] }, [secret]))).not.toContain('tok')
  })
})
