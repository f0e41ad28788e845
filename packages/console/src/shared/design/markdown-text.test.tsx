import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { partsNotRendered } from '../reading/parts-not-rendered.ts'
import { MarkdownText } from './markdown-text.tsx'

const written = 'It stands here as it is written.'

describe('Markdown of somebody else', () => {
  afterEach(cleanup)

  it.each([
    ['quotes', `${'> '.repeat(3000)}x`],
    ['lists on one line', `${'- '.repeat(4000)}x`],
    ['lists below each other', levels(1000)],
    ['emphasis', `${'*a '.repeat(500)}${' b*'.repeat(500)}`],
    ['marks that are compared with each other', '*a_ '.repeat(100_000)],
  ])('is shown as it is written where it nests too deeply: %s', (_, text) => {
    const { container } = render(<MarkdownText text={text} codeBlocks={false} />)
    expect(screen.getByText(written, { exact: false })).toBeDefined()
    expect(container.textContent).toContain(text.slice(0, 40))
    expect(partsNotRendered(text)).toEqual([])
  })

  it('names what a text hides also where it is not rendered', () => {
    render(<MarkdownText text={`${'> '.repeat(3000)}a\u202eb`} codeBlocks={false} />)
    expect(screen.getByText('⟨right-to-left override⟩')).toBeDefined()
  })

  it('is rendered where it only is long, ruled or nested as people do', () => {
    const list = levels(10)
    const links = '- **[a](https://a.example)** `b_c` *d*\n'.repeat(500)
    render(<MarkdownText text={`${list}\n\n${'- '.repeat(40)}\n\n${links}`} codeBlocks={false} />)
    expect(screen.queryByText(written, { exact: false })).toBeNull()
    expect(screen.getAllByRole('link')).toHaveLength(500)
  })

  it('has no link for an address that is not followed', () => {
    const text = '[a](javascript:x) [b](data:text/html,x) ![c](file:///x) [d](https://d.example)'
    render(<MarkdownText text={text} codeBlocks={false} />)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://d.example',
    ])
    expect(screen.getByText('Image: c')).toBeDefined()
  })
})

function levels(count: number): string {
  return Array.from({ length: count }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n')
}
