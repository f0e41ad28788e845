import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { AuthoredToolQuestion } from './approval-question.ts'
import { AuthoredToolText } from './authored-tool-text.tsx'

const library = { id: 'aut_l', name: 'sums', version: 2, digest: 'sha256:l', code: 'new()' }
const tool: AuthoredToolQuestion['tool'] = {
  id: 'aut_1',
  name: 'add',
  description: '<img src=x onerror=alert(1)>',
  parameters: { type: 'object' },
  version: 2,
  code: 'return 2',
  libraries: [],
  digest: 'sha256:all',
  before: null,
}
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

function show(change: Partial<AuthoredToolQuestion['tool']>) {
  return render(<AuthoredToolText tool={{ ...tool, ...change }} />).container
}

afterEach(cleanup)

describe('AuthoredToolText', () => {
  it('B5: of what was never approved it shows the code and every library', async () => {
    const container = show({ libraries: [{ ...library, before: null }] })
    expect(tabs()).toEqual(['Code', 'Parameters', 'sums.js'])
    expect((await screen.findByRole('textbox', { name: 'add.js' })).textContent).toContain(
      'return 2',
    )
    fireEvent.click(screen.getByRole('tab', { name: 'sums.js' }))
    expect((await screen.findByRole('textbox', { name: 'sums.js' })).textContent).toContain('new()')
    expect(container.querySelector('img')).toBeNull()
  })

  it('B5: of a change it shows the difference first', async () => {
    show({ before: { version: 1, code: 'return 1' } })
    expect(tabs()).toEqual(['Changes', 'Code', 'Parameters'])
    const changes = await screen.findByRole('textbox', { name: /Code approved before/ })
    expect(changes.textContent).toContain('return 1')
    expect(changes.textContent).toContain('return 2')
  })

  it('B5: says which library changed or is new, and shows how', async () => {
    const before = { version: 1, code: 'old()' }
    show({
      before: { version: 2, code: tool.code },
      libraries: [
        { ...library, before },
        { ...library, id: 'aut_m', name: 'more', before: null },
        { ...library, id: 'aut_s', name: 'same', before: { version: 2, code: library.code } },
      ],
    })
    expect(tabs()).toEqual([
      ...['Code', 'Parameters', 'sums.js (changed)', 'more.js (new)', 'same.js'],
    ])
    expect(screen.getByText(/Its own code is as it was approved/)).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'sums.js (changed)' }))
    const changes = await screen.findByRole('textbox', { name: /sums as it was approved before/ })
    expect(changes.textContent).toContain('old()')
  })
})
