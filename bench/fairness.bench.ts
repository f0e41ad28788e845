/**
 * What a person of another organisation waits for while somebody fills every slot: turns of a model that hangs, and
 * endless code of agents. Over HTTP, on one real server with a scripted model.
 */
import { createServer } from 'node:http'
import { benchKey, type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { quantile, type Table } from './table.ts'

const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const rounds = 30
/** Before the first sample, so that nothing is measured that is loaded only once. */
const warmUpRounds = 10
/** More than there are slots. */
const hangingTurns = 70
const endlessJobs = 20
const modelMs = 20

interface Person {
  readonly url: string
  readonly key: string
}

export async function benchFairness(): Promise<readonly Table[]> {
  const model = await startModel()
  const server = await startServerUnderTest({
    ...{ OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' },
    REPERTOIRE_OPERATOR_KEY: operatorKey,
  })
  try {
    const mallory = { url: server.url, key: benchKey }
    const colleague = { url: server.url, key: await secondKey(server) }
    const outsider = { url: server.url, key: await otherOrganisation(server) }
    for (const person of [mallory, outsider])
      await send(person, 'PUT', '/settings', { toolsets: ['code', 'person'] })
    return [
      await during({
        title: `Fairness: while one person has ${hangingTurns} turns whose model hangs`,
        load: { person: mallory, count: hangingTurns, text: 'hang' },
        people: { colleague, outsider },
        text: 'hello',
      }),
      await during({
        title: `Fairness: while one person has ${endlessJobs} endless pieces of code`,
        load: { person: mallory, count: endlessJobs, text: 'loop' },
        people: { colleague, outsider },
        text: 'compute',
      }),
    ]
  } finally {
    await server.stop()
    model.stop()
  }
}

interface Case {
  readonly title: string
  readonly load: { readonly person: Person; readonly count: number; readonly text: string }
  readonly people: Readonly<Record<string, Person>>
  readonly text: string
}

async function during({ title, load, people, text }: Case): Promise<Table> {
  await latencies(people.outsider as Person, text, warmUpRounds)
  const alone = await latencies(people.outsider as Person, text)
  const turns: { path: string }[] = []
  for (let n = 0; n < load.count; n += 1) turns.push(await startTurn(load.person, load.text))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const others = []
  for (const [name, person] of Object.entries(people)) {
    const samples = await latencies(person, text)
    others.push([name, show(samples), ratio(samples, alone)])
  }
  for (const { path } of turns) await send(load.person, 'POST', path)
  return {
    title,
    note: `Milliseconds of whole turns over HTTP, p50 · p99 of ${rounds}, one after the other; the model takes ${modelMs} ms. Target: p99 at most twice that of a person alone.`,
    columns: ['who', 'ms', 'p99 ÷ alone'],
    rows: [['alone', show(alone), '1.00'], ...others],
  }
}

async function latencies(person: Person, text: string, count = rounds): Promise<readonly number[]> {
  const samples: number[] = []
  for (let round = 0; round < count; round += 1) {
    const { id } = await send<{ id: string }>(person, 'POST', '/conversations', {})
    const began = performance.now()
    await send(person, 'POST', `/conversations/${id}/messages`, { text })
    samples.push(performance.now() - began)
  }
  return samples
}

/** Starts a turn without waiting for it, and tells how to cancel it. */
async function startTurn(person: Person, text: string): Promise<{ path: string }> {
  const { id } = await send<{ id: string }>(person, 'POST', '/conversations', {})
  const headers = { prefer: 'respond-async' }
  await send({ ...person, headers } as Person, 'POST', `/conversations/${id}/messages`, { text })
  return { path: `/conversations/${id}/cancel` }
}

async function secondKey({ url }: ServerUnderTest): Promise<string> {
  const owner = { url, key: benchKey }
  const member = await send<{ id: string }>(owner, 'POST', '/members', {
    ...{ name: 'Colleague', kind: 'service', role: 'admin' },
  })
  const { key } = await send<{ key: string }>(owner, 'POST', '/keys', {
    ...{ name: 'colleague', user_id: member.id },
  })
  return key
}

async function otherOrganisation({ url }: ServerUnderTest): Promise<string> {
  const operator = { url, key: operatorKey }
  const { key } = await send<{ key: string }>(operator, 'POST', '/operator/organisations', {
    ...{ name: 'Other', owner: 'Bob' },
  })
  return key
}

async function send<Answer>(
  { url, key, ...more }: Person & { readonly headers?: Record<string, string> },
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...more.headers,
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** A model in OpenAI's wire format: it hangs, runs code, or says something, as the last message asks. */
async function startModel(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
        messages: { role: string; content: unknown }[]
      }
      const at = messages.findLastIndex(({ role }) => role === 'user')
      const asked = JSON.stringify(messages[at]?.content ?? '')
      if (asked.includes('hang')) return
      const first = !messages.slice(at).some(({ role }) => role === 'tool')
      const code = asked.includes('loop') ? 'for (;;) {}' : asked.includes('compute') && 'return 1'
      setTimeout(() => answer(response, first && code ? code : null), modelMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/v1`, stop }
}

function answer(response: import('node:http').ServerResponse, code: string | null): void {
  const send = (choice: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, ...choice }] })}\n\n`,
    )
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (code === null) {
    send({ delta: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' })
  } else {
    const called = { name: 'run_sandbox_code', arguments: JSON.stringify({ code }) }
    const call = { index: 0, id: 'call_1', type: 'function', function: called }
    send({ delta: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' })
  }
  response.end('data: [DONE]\n\n')
}

function show(samples: readonly number[]): string {
  return `${quantile(samples, 0.5).toFixed(1)} · ${quantile(samples, 0.99).toFixed(1)}`
}

function ratio(samples: readonly number[], alone: readonly number[]): string {
  return (quantile(samples, 0.99) / quantile(alone, 0.99)).toFixed(2)
}
