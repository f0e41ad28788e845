import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SpanTexts } from './span-texts.tsx'

afterEach(cleanup)

const shown = () => document.body.textContent ?? ''
const show = (text: string, label = 'Result of look_up') =>
  render(<SpanTexts texts={[{ label, text }]} none="Nothing" />)

describe('the input and output of a step', () => {
  it('markup is text', () => {
    const markup =
      '<img src=x onerror=alert(1)><script>alert(2)</script> **bold** [a](javascript:b)'
    show(markup)
    expect(screen.getByText(markup)).not.toBeNull()
    expect(document.querySelector('img, script, a, strong')).toBeNull()
  })

  it('what would not be seen, or turns text around, is named where it stands', () => {
    const hidden = ['\u001b', '\u0000', '\u0008', '\u202e', '\u2066', '\u200b', '\u{e0041}']
    show(`safe ${hidden.join(' and ')} end`, `Result of a\u202eb`)
    for (const character of hidden) expect(shown()).not.toContain(character)
    expect(document.querySelectorAll('mark').length).toBeGreaterThanOrEqual(hidden.length)
    expect(shown()).toContain('safe ⟨')
  })

  it('a megabyte is cut, and says how much is left', () => {
    show('\u202e<b>'.repeat(250_000), 'l'.repeat(9_000))
    expect(screen.getByText('980,000 more characters are in the export.')).not.toBeNull()
    expect(shown().length).toBeLessThan(250_000)
    expect(document.querySelector('b')).toBeNull()
  })
})
