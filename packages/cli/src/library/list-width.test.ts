import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeServer, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { runCommand } from '../testing/run-command.ts'

const slug = 'x'.repeat(120)
const description = 'Waters plants. '.repeat(20).trim()
const skill = (name: string) => ({
  ...{ id: name, slug: name, name, description, tags: [], scope: 'org', enabled: true },
})

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer((_, response) =>
    sendJson(response, 200, { items: [skill(slug), skill('plants')], next_cursor: null }),
  )
})
afterAll(() => server.close())

const list = (columns?: number, ...args: string[]) =>
  runCommand(['list', ...args, '--url', server.url, '--key', 'k'], {
    ...(columns !== undefined && { columns }),
  })

it.each([20, 60, 100, 400])(
  'on a terminal of %i columns no line of list is longer',
  async (columns) => {
    const { stdout } = await list(columns)
    const lines = stripVTControlCharacters(stdout).trimEnd().split('\n')
    expect(lines.length).toBe(2)
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    if (columns < 100) expect(lines[0]).toContain('x…')
    expect(lines[1]).toMatch(/^on {3}plants /)
  },
)

it('in a pipe, and as JSON, nothing is cut', async () => {
  const { stdout } = await list()
  expect(stdout.split('\n')[0]).toBe(`on   ${slug}  ${description}`)
  const json = (await list(40, '--json')).stdout.split('\n')[0] ?? ''
  expect(JSON.parse(json)).toMatchObject({ slug, description })
})
