import { benchKey } from '../server-under-test.ts'

export const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'

export interface ApiTarget {
  readonly url: string
  readonly key?: string
}

/** A GET, or a POST where something is sent. */
export function request<Answer>(target: ApiTarget, path: string, body?: object): Promise<Answer> {
  return send<Answer>(target, { method: body ? 'POST' : 'GET', path, body })
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object | undefined
}

export async function send<Answer>(
  { url, key = benchKey }: ApiTarget,
  { method, path, body }: ApiRequest,
): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

export async function createConversation(target: ApiTarget): Promise<string> {
  const { id } = await request<{ id: string }>(target, '/conversations', {})
  return id
}

/** A turn in a conversation of its own, from the message to the answer. */
export async function takeTurn(target: ApiTarget): Promise<void> {
  const id = await createConversation(target)
  const { run } = await request<{ run: { status: string } }>(
    ...([target, `/conversations/${id}/messages`, { text: 'Search.' }] as const),
  )
  if (run.status !== 'completed') throw new Error(`the turn is ${run.status}`)
}

/** Milliseconds of each, one after the other; the first, which fills caches, is not counted. */
export async function timesOf(
  count: number,
  work: (n: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const samples: number[] = []
  for (let n = 0; n <= count; n += 1) {
    const began = performance.now()
    await work(n)
    if (n > 0) samples.push(performance.now() - began)
  }
  return samples
}
