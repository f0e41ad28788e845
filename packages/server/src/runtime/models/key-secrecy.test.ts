import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { errorAnswer, type ProviderDouble, startProviderDouble } from './testing/provider-double.ts'

const secret = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c24f2a'
const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]
const owner = 'rep_owner_0123456789abcdef0123456789abcdef'
const operator = 'rep_operator_0123456789abcdef0123456789abcdef'
const maxFileBytes = 64 * 1024 * 1024

let double: ProviderDouble
let server: ServerProcess
let dataDir: string

beforeAll(async () => {
  double = await startProviderDouble()
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-key-secrecy-'))
  server = await startServerProcess(dataDir, {
    ...{ REPERTOIRE_BOOTSTRAP_KEY: owner, REPERTOIRE_OPERATOR_KEY: operator },
    ...{ REPERTOIRE_OUTBOUND_ALLOW: double.host, LOG_LEVEL: 'debug' },
  })
}, 60_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  await double.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a provider’s key is in no answer, event, trace, export, log or file of the server', async () => {
  await addProvider()
  double.answerWith(errorAnswer(401, `Incorrect API key provided: ${secret}`))
  const conversation = await say('Hello?')
  const read = await readEverything(conversation)
  expect(double.calls.some(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(
    true,
  )
  expect(read.join('')).toContain('model.unauthorised')
  const places = [...read, server.printed(), server.logged(), ...filesIn(dataDir)]
  for (const form of forms) expect(places.filter((text) => text.includes(form))).toEqual([])
}, 60_000)

async function call(path: string, { key = owner, ...init }: RequestInit & { key?: string } = {}) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${server.url}${path}`, { ...init, headers })
}

async function addProvider(): Promise<void> {
  const provider = { name: 'Gateway', kind: 'openai-compatible', base_url: `${double.url}/v1` }
  const body = JSON.stringify({ ...provider, key: secret, models: [{ name: 'large' }] })
  expect((await call('/api/v1/model-providers', { method: 'POST', body })).status).toBe(201)
  const chosen = JSON.stringify({ default_model_id: 'gateway/large' })
  expect((await call('/api/v1/settings', { method: 'PUT', body: chosen })).status).toBe(200)
}

async function say(text: string): Promise<string> {
  const made = await call('/api/v1/conversations', { method: 'POST', body: '{}' })
  const { id } = (await made.json()) as { id: string }
  const path = `/api/v1/conversations/${id}/messages`
  await (await call(path, { method: 'POST', body: JSON.stringify({ text }) })).text()
  return id
}

/** Every list of the API, what the run left behind, and the organisation's export, unpacked. */
async function readEverything(conversation: string): Promise<readonly string[]> {
  const described = (await (await call('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const lists = Object.keys(described.paths).filter(
    (path) => described.paths[path]?.get && !path.includes('{') && !path.includes('/stream'),
  )
  expect(lists).toEqual(expect.arrayContaining(['/api/v1/model-providers', '/api/v1/traces']))
  const events = `/api/v1/conversations/${conversation}/events?after=0&limit=200`
  const texts = await Promise.all([...lists, events].map(textAt))
  const traces = [...texts.join('').matchAll(/"trace_id":"([0-9a-f]{32})"/g)].map(([, id]) => id)
  const organisations = await call('/api/v1/operator/organisations', { key: operator })
  const { items } = (await organisations.json()) as { items: { id: string }[] }
  const path = `/api/v1/operator/organisations/${items[0]?.id}/export`
  const zip = new Uint8Array(await (await call(path, { key: operator })).arrayBuffer())
  const shown = await Promise.all(traces.map((id) => textAt(`/api/v1/traces/${id}`)))
  return [...texts, ...shown, ...Object.values(unzipSync(zip)).map((file) => strFromU8(file, true))]
}

async function textAt(path: string): Promise<string> {
  return (await call(path)).text()
}

/** With the database. The key that encrypts is among them, the encrypted key is not readable. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < maxFileBytes)
    .map((path) => readFileSync(path, 'latin1'))
}
