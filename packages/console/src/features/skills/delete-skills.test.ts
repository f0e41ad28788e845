import { waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deleteSkills } from './delete-skills.ts'

const two = [
  { id: 'skl_a', name: 'a' },
  { id: 'skl_b', name: 'b' },
]
let asked: string[] = []

beforeEach(() => {
  asked = []
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

const titles = () => toast.getHistory().map((each) => 'title' in each && each.title)

function undoOf(title: string): void {
  const shown = toast.getHistory().findLast((each) => 'title' in each && each.title === title)
  const action = shown && 'action' in shown ? shown.action : undefined
  if (!action || typeof action !== 'object' || !('onClick' in action)) throw new Error('No undo')
  action.onClick({} as never)
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
