import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../shared/api/queries.ts'
import { SecretsSection } from './secrets-section.tsx'

const path = '/api/v1/skills/skl_1/secrets'
const value = 'hush-0123456789'
let names: string[] = []
let sent: { method: string; path: string; body: unknown }[] = []
let refusal: Response | null = null

beforeEach(() => {
  names = ['API_TOKEN']
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    const text = await request.text()
    if (refusal) return refusal.clone()
    if (request.method === 'GET') return Response.json({ items: names.map(asSecret) })
    sent.push({ method: request.method, path: pathname, body: text ? JSON.parse(text) : null })
    const name = pathname.slice(path.length + 1)
    names = names.filter((one) => one !== name)
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    names.push(name)
    return Response.json(asSecret(name))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function asSecret(name: string) {
  return { name, updated_at: '2026-01-02T00:00:00.000Z', updated_by: 'usr_1' }
}

function problem(status: number, message: string): Response {
  const body = { code: 'secret.bad-name', message, status, trace_id: 't' }
  const headers = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify(body), { status, headers })
}

function show() {
  return render(
    <QueryClientProvider client={queryClient}>
      <SecretsSection skillId="skl_1" />
    </QueryClientProvider>,
  ).container
}

async function fill(name: string) {
  const field = await screen.findByLabelText('Name of the variable')
  fireEvent.change(field, { target: { value: name } })
  fireEvent.change(screen.getByLabelText('Value'), { target: { value } })
}

describe('SecretsSection', () => {
  it('C9: takes a value in and never shows it', async () => {
    const container = show()
    await fill('SUMS_KEY')
    expect(screen.getByLabelText<HTMLInputElement>('Value').type).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Add secret' }))
    await screen.findByText('SUMS_KEY')
    expect(sent).toEqual([{ method: 'PUT', path: `${path}/SUMS_KEY`, body: { value } }])
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('')
    expect(container.innerHTML).not.toContain(value)
  })

  it('C9: says that a name that is there gets another value', async () => {
    show()
    await screen.findByText('API_TOKEN')
    await fill('API_TOKEN')
    screen.getByText('There already: its value is replaced.')
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT' }]))
  })

  it('C9: removes one after a question', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove API_TOKEN' }))
    expect(sent).toEqual([])
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('API_TOKEN')).toBeNull())
    expect(sent).toEqual([{ method: 'DELETE', path: `${path}/API_TOKEN`, body: null }])
  })

  it('C9: is not there for who may not write the skill', async () => {
    refusal = problem(403, 'Only an owner or admin may write it.')
    const container = show()
    await waitFor(() => expect(container.innerHTML).toBe(''))
  })

  it('says by the field what is wrong with a name', async () => {
    show()
    await fill('PATH')
    refusal = problem(422, 'PATH has a meaning already.')
    fireEvent.click(screen.getByRole('button', { name: 'Add secret' }))
    await screen.findByText('PATH has a meaning already.')
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe(value)
  })
})
