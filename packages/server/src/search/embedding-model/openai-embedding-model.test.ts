import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isProblemError } from '@repertoire/core/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutboundServers, type OutboundServers } from '../../testing/outbound-servers.ts'
import {
  createOpenAiEmbeddingModel,
  type EmbeddingModelOptions,
  type OpenEmbeddingModel,
} from './openai-embedding-model.ts'

const key = 'sk-embedding-5b1c0e8d7f'

let servers: OutboundServers
const opened: OpenEmbeddingModel[] = []
beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close()
  await servers.close()
})

async function modelAt(listener: RequestListener, options: Partial<EmbeddingModelOptions> = {}) {
  const port = await servers.http(listener)
  const model = createOpenAiEmbeddingModel({
    ...{ url: `http://127.0.0.1:${port}/v1`, model: 'tiny', apiKey: key, batchSize: 2 },
    ...{ queryWaitMs: 150, outboundAllow: [`127.0.0.1:${port}`], version: '0', ...options },
  })
  opened.push(model)
  return model
}

interface Request {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[] }
}

async function readRequest(request: IncomingMessage): Promise<Request> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { authorization } = request.headers
  return { url: request.url, authorization, body: JSON.parse(body) as Request['body'] }
}

function answer(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

const always =
  (text: string, status = 200): RequestListener =>
  (_, response) =>
    answer(response, text, status)

const vectorsOf = (...embeddings: readonly unknown[]) =>
  JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) })

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isProblemError(error)) return String(error)
  expect(JSON.stringify(error.problem)).not.toContain(key)
  return error.problem.code
}

describe('an embedding model behind an address', () => {
  it('gets texts in batches, with the key, and gives vectors in the order of the texts', async () => {
    const requests: Request[] = []
    const model = await modelAt(async (request, response) => {
      const read = await readRequest(request)
      requests.push(read)
      const data = read.body.input.map((text, index) => ({ index, embedding: [text.length, 1] }))
      answer(response, JSON.stringify({ data: data.reverse() }))
    })
    expect(model.dimensions).toBeNull()
    const vectors = await model.embed(['a', 'bb', 'ccc'], { kind: 'skill' })
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
    expect(model.dimensions).toBe(2)
    expect(requests.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['ccc']])
    expect(requests[0]).toMatchObject({ url: '/v1/embeddings', authorization: `Bearer ${key}` })
    expect(requests[0]?.body.model).toBe('tiny')
    expect(model.name).toMatch(/^tiny 127\.0\.0\.1:\d+\/v1\/embeddings$/)
  })

  it('gets the words before a text that its family learned with', async () => {
    const inputs: (readonly string[])[] = []
    const listener: RequestListener = async (request, response) => {
      inputs.push((await readRequest(request)).body.input)
      answer(response, vectorsOf([1, 2]))
    }
    const model = await modelAt(listener, { model: 'intfloat/multilingual-e5-small' })
    await model.embed(['x'], { kind: 'query' })
    await model.embed(['x'], { kind: 'skill' })
    const instructed = await modelAt(listener, { model: 'e5-mistral-7b-instruct' })
    await instructed.embed(['x'], { kind: 'query' })
    expect(inputs).toEqual([['query: x'], ['passage: x'], ['x']])
  })

  it.each([
    ['a page for people', '<html>hello</html>'],
    ['something else', '{"object":"list"}'],
    ['a number that is none', '{"data":[{"index":0,"embedding":[NaN,1]}]}'],
    ['null', vectorsOf([null, 1])],
    ['infinity', '{"data":[{"index":0,"embedding":[1e999,1]}]}'],
    ['more than a small number holds', '{"data":[{"index":0,"embedding":[1e300,1]}]}'],
    ['zeros', vectorsOf([0, 0, 0])],
    ['no components', vectorsOf([])],
    ['too many components', vectorsOf(Array(9_000).fill(1))],
    ['too many vectors', vectorsOf([1, 2], [1, 2])],
    ['no vectors', vectorsOf()],
    ['a vector of another text', '{"data":[{"index":7,"embedding":[1,2]}]}'],
  ])('refuses %s', async (_, text) => {
    const model = await modelAt(always(text))
    expect(await codeOf(model.embed(['x'], { kind: 'query' }))).toBe('embedding-model.bad-answer')
    expect(model.dimensions).toBeNull()
  })

  it('refuses vectors of another size than before, and two sizes in one answer', async () => {
    const answers = [vectorsOf([1, 2]), vectorsOf([1, 2, 3]), vectorsOf([1, 2], [1, 2, 3])]
    const model = await modelAt((_, response) => answer(response, answers.shift()!))
    await model.embed(['x'], { kind: 'query' })
    for (const texts of [['x'], ['x', 'y']])
      expect(await codeOf(model.embed(texts, { kind: 'query' }))).toBe('embedding-model.bad-answer')
    expect(model.dimensions).toBe(2)
  })

  it.each([
    [400, 'text-refused', 'log of the embedding model'],
    [401, 'refused', 'REPERTOIRE_EMBEDDINGS_KEY'],
    [404, 'refused', 'REPERTOIRE_EMBEDDINGS_URL'],
    [413, 'text-refused', 'REPERTOIRE_EMBEDDINGS_BATCH'],
    [500, 'refused', 'log of the embedding model'],
  ])('says of %i what to do, and repeats nothing of the answer', async (status, code, hint) => {
    const model = await modelAt(always(`wrong key ${key}`, status))
    const error: unknown = await model.embed(['x'], { kind: 'query' }).catch((one) => one)
    expect(isProblemError(error) && error.problem.hint).toContain(hint)
    expect(await codeOf(model.embed(['x'], { kind: 'query' }))).toBe(`embedding-model.${code}`)
  })

  it('reads no answer without end, follows no redirect, and connects only where it may', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const endless = await modelAt((_, response) => {
      const more = () => {
        while (response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    expect(await codeOf(endless.embed(['x'], { kind: 'query' }))).toBe('outbound.too-large')
    const elsewhere = await modelAt((_, response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/v1/embeddings' }).end(),
    )
    expect(await codeOf(elsewhere.embed(['x'], { kind: 'query' }))).toBe(
      'outbound.redirect-refused',
    )
    const inside = await modelAt(always(vectorsOf([1, 2])), { outboundAllow: [] })
    expect(await codeOf(inside.embed(['x'], { kind: 'query' }))).toMatch(/^outbound\..*-refused$/)
  })

  it('says that it is late, or that nobody is there', async () => {
    const late = new AbortController()
    const silent = await modelAt(() => late.abort(new DOMException('late', 'TimeoutError')))
    const work = silent.embed(['x'], { kind: 'query', signal: late.signal })
    expect(await codeOf(work)).toBe('embedding-model.timeout')
    const gone = await modelAt((request) => request.socket.destroy())
    expect(await codeOf(gone.embed(['x'], { kind: 'query' }))).toMatch(/^outbound\./)
  })
})
