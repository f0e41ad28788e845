import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReadFirst } from './read-first.tsx'
import {
  PartBody,
  PartPending,
  ReadingScope,
  ReadPart,
  useReadingProgress,
  useRequiredParts,
} from './reading.tsx'

/** Ends that are below the window, and what is told when they come into it. */
const below = new Set<string>()
const watched = new Map<Element, () => void>()

class Observer {
  readonly #onChange: (entries: readonly { isIntersecting: boolean }[]) => void
  constructor(onChange: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#onChange = onChange
  }
  observe(element: Element) {
    watched.set(element, () => this.#onChange([{ isIntersecting: true }]))
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = below.has(this.getAttribute('data-end') ?? '') ? 9000 : 0
    return { top, bottom: top + 1, left: 0, right: 0, width: 0, height: 1 } as DOMRect
  })
})
afterEach(() => {
  cleanup()
  below.clear()
  watched.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function scrollTo(id: string): void {
  for (const [end, tell] of watched) if (end.getAttribute('data-end') === id) act(tell)
}

const rendered: boolean[] = []

function Answer() {
  const { unread } = useReadingProgress()
  rendered.push(unread.length === 0)
  return (
    <>
      <button type="button" disabled={unread.length > 0} aria-describedby="why">
        Approve
      </button>
      <ReadFirst id="why" />
    </>
  )
}

function Tabbed() {
  const [shown, setShown] = useState('code')
  const parts = ['code', 'sums.js'].map((id) => ({
    ...{ id, label: id, content: id },
    show: () => setShown(id),
  }))
  useRequiredParts(parts)
  return parts
    .filter(({ id }) => id === shown)
    .map((part) => (
      <PartBody key={part.id} {...part}>
        {part.content}
      </PartBody>
    ))
}

const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' })

describe('approving after reading', () => {
  it('A7: what is short is approved at once: the button is never drawn disabled', () => {
    rendered.length = 0
    render(
      <ReadingScope>
        <ReadPart id="request" label="the request" content="short">
          short
        </ReadPart>
        <Answer />
      </ReadingScope>,
    )
    expect(approve().disabled).toBe(false)
    expect(rendered).not.toContain(false)
    expect(screen.queryByText(/Read to the end first/)).toBeNull()
  })

  it('A7: what is long waits for its end, says why, and is approved then', () => {
    below.add('request')
    render(
      <ReadingScope>
        <ReadPart id="request" label="the request" content="long">
          long
        </ReadPart>
        <Answer />
      </ReadingScope>,
    )
    expect(approve().disabled).toBe(true)
    expect(document.getElementById('why')?.textContent).toBe(
      'Read to the end first. Next: the request',
    )
    scrollTo('request')
    expect(approve().disabled).toBe(false)
  })

  it('A7: what is behind a tab counts before it is opened; the way there opens it', () => {
    render(
      <ReadingScope>
        <Tabbed />
        <Answer />
      </ReadingScope>,
    )
    expect(approve().disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Read on (1 part left)' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('sums.js')
    expect(approve().disabled).toBe(false)
  })

  it('A7: what is still loading, or cannot be shown, is not approved', () => {
    const { rerender } = render(
      <ReadingScope>
        <PartPending label="SKILL.md">Loading the text…</PartPending>
        <Answer />
      </ReadingScope>,
    )
    expect(approve().disabled).toBe(true)
    expect(document.getElementById('why')?.textContent).toBe('Not on the page yet: SKILL.md')
    expect(screen.queryByRole('button', { name: /Read on/ })).toBeNull()
    rerender(
      <ReadingScope>
        <ReadPart id="skill" label="SKILL.md" content="text">
          text
        </ReadPart>
        <Answer />
      </ReadingScope>,
    )
    expect(approve().disabled).toBe(false)
  })

  it('A7: another text in the same place is unread again', () => {
    const show = (content: string) => (
      <ReadingScope>
        <ReadPart id="request" label="the request" content={content}>
          {content}
        </ReadPart>
        <Answer />
      </ReadingScope>
    )
    const { rerender } = render(show('first'))
    expect(approve().disabled).toBe(false)
    below.add('request')
    rerender(show('second'))
    expect(approve().disabled).toBe(true)
  })
})
