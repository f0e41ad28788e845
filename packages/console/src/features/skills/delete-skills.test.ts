import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deliverToasts, type Toast } from '../../shared/design/show-toast.ts'
import { deleteSkills } from './delete-skills.ts'

const two = [
  { id: 'skl_a', name: 'a' },
  { id: 'skl_b', name: 'b' },
]
let asked: string[] = []
let shown: Toast[] = []

beforeEach(() => {
  asked = []
  shown = []
  deliverToasts((toast) => shown.push(toast))
  vi.stubGlobal('fetch', async (input: Request) => {
    asked.push(`${input.method} ${new URL(input.url).pathname}`)
    const status = input.url.endsWith('skl_a') ? 404 : input.method === 'POST' ? 200 : 204
    const problem = { status, code: 'skill.absent', message: 'No.' }
    const body = status === 404 ? problem : {}
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

const titles = () => shown.map(({ message }) => message)

function undoOf(title: string): void {
  const action = shown.findLast(({ message }) => message === title)?.action
  if (!action) throw new Error('No undo')
  action.onClick()
}

it('B8: deletes each at once, and one that fails does not stop the rest', async () => {
  const counted: number[] = []
  await deleteSkills(two, (done) => counted.push(done))
  expect(asked).toEqual(['DELETE /api/v1/skills/skl_a', 'DELETE /api/v1/skills/skl_b'])
  expect(counted).toEqual([1, 2])
  expect(titles()).toContain('1 skill not deleted')
  expect(titles()).toContain('“b” deleted')
})

it('B8: undone, restores what was deleted, and nothing else', async () => {
  await deleteSkills([...two, { id: 'skl_c', name: 'c' }])
  asked = []
  undoOf('2 skills deleted')
  await waitFor(() => expect(titles()).toContain('2 skills restored'))
  expect(asked).toEqual(['POST /api/v1/skills/skl_b/restore', 'POST /api/v1/skills/skl_c/restore'])
})
