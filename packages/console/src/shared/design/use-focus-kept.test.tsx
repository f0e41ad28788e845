import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useFocusKept } from './use-focus-kept.ts'

/** Rows that go away by being used, as deleted skills do when they are restored. */
function List({ names }: { readonly names: readonly string[] }) {
  const [left, setLeft] = useState(names)
  const kept = useFocusKept<HTMLUListElement>()
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Elsewhere</button>
      {left.length > 0 && (
        <ul {...kept}>
          {left.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setLeft(left.filter((one) => one !== name))}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

const use = (name: string) => {
  screen.getByRole('button', { name }).focus()
  fireEvent.click(screen.getByRole('button', { name }))
}
const focused = () => document.activeElement

describe('the focus in a list whose rows go away', () => {
  afterEach(cleanup)

  it('goes to the row that took the place, to the last one, and to the page', () => {
    render(<List names={['a', 'b', 'c']} />)
    use('b')
    expect(focused()).toBe(screen.getByRole('button', { name: 'c' }))
    use('c')
    expect(focused()).toBe(screen.getByRole('button', { name: 'a' }))
    use('a')
    expect(focused()).toBe(screen.getByRole('main'))
  })

  it('stays where a person took it meanwhile', () => {
    render(<List names={['a', 'b']} />)
    screen.getByRole('button', { name: 'a' }).focus()
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    elsewhere.focus()
    fireEvent.click(screen.getByRole('button', { name: 'a' }))
    expect(focused()).toBe(elsewhere)
  })
})
