import { afterEach, expect, it } from 'vitest'
import { type FakeServer, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { runCommand } from '../testing/run-command.ts'

let server: FakeServer | undefined
afterEach(() => server?.close())

const whole = { term: '', word: '', impact: 1 }

/** What the command prints when the meaning of its only hit was compared like this. */
function search(embedding?: 'used' | 'unavailable', ...flags: string[]) {
  return searchWith({ ...whole, field: 'meaning', ...(embedding && { embedding }) }, ...flags)
}

/** What the command prints when this is the other reason of its only hit. */
async function searchWith(reason: object, ...flags: string[]) {
  const byWord = { term: 'slow', word: 'slow', field: 'body', impact: 2 }
  const match = { score: 3, reasons: [byWord, reason] }
  const skill = {
    id: 'skl_1',
    slug: 'vacuum',
    name: 'Vacuum',
    description: '',
    enabled: true,
    match,
  }
  server = await startFakeServer((_, response) =>
    sendJson(response, 200, { items: [skill], next_cursor: null }),
  )
  const connection = ['--url', server.url, '--key', 'rep_k']
  return runCommand(['search', 'why', 'is', 'it', 'slow', ...connection, ...flags])
}

it('a result that the embedding model ordered says so', async () => {
  const { code, stdout, stderr } = await search('used')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe('  1. vacuum    3.0  slow in body; similar meaning by the embedding model\n')
})

it('one line beside the results says that word vectors were used, and where to look', async () => {
  const { stdout, stderr } = await search('unavailable')
  expect(stdout).toBe('  1. vacuum    3.0  slow in body; similar by meaning\n')
  expect(stderr).toMatch(
    /^Word vectors were used instead .*server’s log.*REPERTOIRE_EMBEDDINGS_WAIT_MS.*\n$/,
  )
})

it('nothing is said of an embedding model where none is configured, nor beside JSON, which has it', async () => {
  expect(await search()).toMatchObject({
    stdout: '  1. vacuum    3.0  slow in body; similar by meaning\n',
    stderr: '',
  })
  const json = await search('unavailable', '--json')
  expect(json.stderr).toBe('')
  expect(JSON.parse(json.stdout).reasons[1]).toMatchObject({ embedding: 'unavailable' })
})

it('of what speaks for a skill besides its words, a result says what people did with it', async () => {
  const quality = ['reviewed', 'used-with-success', 'valid', 'changed-within-a-year']
  const { stdout } = await searchWith({ ...whole, field: 'quality', quality })
  expect(stdout).toBe('  1. vacuum    3.0  slow in body; reviewed; used with success\n')
})

it('in a pipe no description and no list of near-duplicates is cut, on a terminal both are', async () => {
  const description = 'Waters the plants of an office. '.repeat(10).trim()
  const skill = { id: 'skl_1', slug: 'plants', name: 'Plants', description, enabled: true }
  const alike = Array.from({ length: 10 }, (_, at) => ({
    ...{
      ...skill,
      id: `skl_${at + 2}`,
      slug: `plants-of-office-${at}`,
      near_duplicate_of: 'skl_1',
    },
  }))
  server = await startFakeServer((_, response) =>
    sendJson(response, 200, { items: [skill, ...alike], next_cursor: null }),
  )
  const args = ['search', 'plants', '--url', server.url, '--key', 'rep_k']
  const piped = (await runCommand(args)).stdout
  expect(piped).toContain(`     ${description}\n`)
  expect(piped).toContain('plants-of-office-9\n')
  const lines = (await runCommand(args, { columns: 60 })).stdout.split('\n')
  expect(lines.filter((line) => line.includes('…'))).toHaveLength(2)
})
