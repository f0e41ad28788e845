import type { RequestListener } from 'node:http'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutboundServers, type OutboundServers } from '../testing/outbound-servers.ts'
import { openEmbedding } from './open-embedding.ts'

const apiKey = 'sk-embedding-5b1c0e8d7f'

let servers: OutboundServers
beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(() => servers.close())

/** The first line that is logged about the model. */
async function firstLine(url: string, outboundAllow: readonly string[]): Promise<string> {
  let close = async () => {}
  const line = await new Promise<string>((resolve) => {
    const logger = pino({ level: 'info' }, { write: resolve })
    const embeddingModel = { url, model: 'tiny', apiKey, batchSize: 2, queryWaitMs: 150 }
    const opened = openEmbedding({ embeddingModel, outboundAllow }, undefined, logger)
    close = opened!.close
  })
  await close()
  expect(line).not.toContain(apiKey)
  return line
}

async function lineOf(listener: RequestListener, isAllowed = true): Promise<string> {
  const port = await servers.http(listener)
  return firstLine(`http://127.0.0.1:${port}/v1`, isAllowed ? [`127.0.0.1:${port}`] : [])
}

test('without a model nothing is opened', () => {
  const none = { embeddingModel: undefined, outboundAllow: [] }
  expect(openEmbedding(none, undefined, pino({ level: 'silent' }))).toBeUndefined()
})

test('one line says that the model answers', async () => {
  const line = await lineOf((_, response) =>
    response.end('{"data":[{"index":0,"embedding":[1,2,3]}]}'),
  )
  expect(line).toContain('"dimensions":3')
})

test('one line says why the model cannot be used, and what to do', async () => {
  const wrongPath = await lineOf((_, response) => response.writeHead(404).end(`no ${apiKey}`))
  expect(wrongPath).toContain('REPERTOIRE_EMBEDDINGS_URL')
  const page = await lineOf((_, response) => response.end('<html>'))
  expect(page).toContain('embedding-model.bad-answer')
  const inside = await lineOf((_, response) => response.end(), false)
  expect(inside).toContain('REPERTOIRE_OUTBOUND_ALLOW')
  expect(inside).toMatch(/"problem":"outbound\..*-refused"/)
})
