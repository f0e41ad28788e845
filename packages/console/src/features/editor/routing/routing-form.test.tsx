import { loadSkillMd } from '@repertoire/skill-md'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../shared/api/queries.ts'
import { RoutingForm } from './routing-form.tsx'

const plain = '---\nname: swap\ndescription: Swaps. # kept\n---\nBody.\n'
let text = ''

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/v1/routing/options') {
      const lists = { stages: ['decide', 'manage'], asset_classes: ['fx'] }
      return Response.json({ vocabularies: ['finance'], table: {}, ...lists })
    }
    return Response.json({ items: [{ slug: 'bridge' }], next_cursor: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Harness({ start, disabled = false }: { start: string; disabled?: boolean }) {
  const [source, setSource] = useState(start)
  text = source
  return (
    <QueryClientProvider client={queryClient}>
      <RoutingForm
        source={source}
        loaded={loadSkillMd(source)}
        sidecar={{ routing: { stages: ['manage'] } }}
        onSource={setSource}
        disabled={disabled}
      />
    </QueryClientProvider>
  )
}

function add(label: string, typed: string): void {
  const field = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.keyDown(field, { key: 'Enter' })
}

describe('RoutingForm', () => {
  it('E1: writes what is typed into metadata, and takes it away again', () => {
    render(<Harness start={plain} />)
    add('Keywords', 'buy')
    add('Keywords', 'stop loss, 买入,')
    fireEvent.change(screen.getByLabelText('Priority'), { target: { value: '20' } })
    expect(text).toBe(
      plain.replace(
        '---\nBody',
        'metadata:\n  repertoire.keywords: buy, stop loss, 买入\n  repertoire.priority: "20"\n---\nBody',
      ),
    )
    for (const word of ['buy', 'stop loss', '买入']) {
      fireEvent.click(screen.getByRole('button', { name: `Remove ${word}` }))
    }
    fireEvent.change(screen.getByLabelText('Priority'), { target: { value: '' } })
    expect(text).toBe(plain)
  })

  it('E1: writes no priority that is none, and keeps what is typed', () => {
    render(<Harness start={plain} />)
    const field = screen.getByLabelText<HTMLInputElement>('Priority')
    fireEvent.change(field, { target: { value: '101' } })
    expect([text, field.value]).toEqual([plain, '101'])
  })

  it('E1: says what another place says, hides it by an empty list, and shows it again', () => {
    render(<Harness start={plain} />)
    const stages = () => screen.queryByRole('list', { name: 'Stages' })?.textContent ?? ''
    expect(stages()).toBe('manage')
    expect(screen.getByText(/From SKILL.config.json/)).toBeDefined()
    add('Stages', 'decide')
    expect(stages()).toBe('managedecide')
    expect(text).toContain('repertoire.stages: manage, decide')
    expect(screen.queryByText(/From SKILL.config.json/)).toBeNull()
  })

  it('E7: offers stages of the vocabularies, and slugs of skills that fit what is typed', async () => {
    render(<Harness start={plain} />)
    const offers = (label: string) => {
      const field = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
      const options = document.getElementById(field.getAttribute('list') ?? '')?.children ?? []
      return [...options].map((option) => (option as HTMLOptionElement).value)
    }
    await waitFor(() => expect(offers('Stages')).toEqual(['decide']))
    const field = screen.getByLabelText('Goes well with', { selector: 'input' })
    fireEvent.change(field, { target: { value: 'bri' } })
    await waitFor(() => expect(offers('Goes well with')).toEqual(['bridge']))
  })

  it('E1: writes nothing where `metadata` is no map, or for somebody who may not write', () => {
    render(<Harness start={plain.replace('---\nBody', 'metadata: words\n---\nBody')} />)
    expect(screen.getByText('Nothing can be written here')).toBeDefined()
    expect(screen.queryByLabelText('Keywords', { selector: 'input' })).toBeNull()
    cleanup()
    render(<Harness start={plain} disabled />)
    expect(screen.queryByLabelText('Keywords', { selector: 'input' })).toBeNull()
  })
})
