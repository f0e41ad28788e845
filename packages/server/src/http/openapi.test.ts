import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allRoutes, buildOpenApiDocument, type OpenApiDocument } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../testing/test-server.ts'

const committed = join(import.meta.dirname, '../../../protocol/openapi.json')

describe('the API description', () => {
  it('is the committed one (npm run openapi -w packages/protocol writes it anew)', () => {
    const document = JSON.parse(JSON.stringify(buildOpenApiDocument()))
    expect(JSON.parse(readFileSync(committed, 'utf8'))).toEqual(document)
  })

  it('is served unchanged, without a credential', async () => {
    const server = await createTestServer()
    const { body } = await server.call<OpenApiDocument>('/api/v1/openapi.json', { key: null })
    expect(body).toEqual(JSON.parse(JSON.stringify(buildOpenApiDocument())))
    expect(body.openapi).toBe('3.1.0')
  })

  it.each(allRoutes.map((route) => [route.operationId, route] as const))(
    'A13: %s exists',
    async (_, { method, path }) => {
      const server = await createTestServer()
      const concrete = path.replaceAll(/\{\w+\}/g, 'x1')
      const answer = await server.request(concrete, { method: method.toUpperCase() })
      const text = await answer.text()
      expect([404, 405, 501].includes(answer.status) ? text : '').not.toMatch(
        /unknown-path|method-not-allowed/,
      )
    },
  )

  it('names each operation once', () => {
    const names = allRoutes.map((route) => route.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('describes the body of every success but an empty one, whatever its status', () => {
    interface Operation {
      readonly operationId: string
      readonly responses: Readonly<Record<string, { readonly content?: object }>>
    }
    const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
      readFileSync(committed, 'utf8'),
    )
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    const empty = ['204', '303']
    const missing = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, { content }]) => status < '300' && !empty.includes(status) && !content)
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(missing).toEqual([])
  })

  // A named schema with `.nullable()` becomes the schema and null at once, which no value is.
  it('demands no schema together with null', () => {
    interface Part {
      readonly $ref?: string
      readonly type?: string | readonly string[]
    }
    const wrong: string[] = []
    JSON.parse(readFileSync(committed, 'utf8'), (key, value: { readonly allOf?: Part[] }) => {
      const parts = value?.allOf ?? []
      const isNullable = parts.some(({ type }) => typeof type === 'object' && type.includes('null'))
      if (isNullable && parts.some(({ $ref }) => $ref)) wrong.push(key)
      return value
    })
    expect(wrong).toEqual([])
  })

  it('is also an HTML page with every operation, which loads nothing', async () => {
    const server = await createTestServer()
    const response = await server.request('/api/v1/docs', { key: null })
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    for (const route of allRoutes) expect(page).toContain(`id="${route.operationId}"`)
    expect(page).not.toMatch(/<script|src=|https?:\/\/|@import|url\(/)
    expect(page).toContain('color-scheme')
  })
})
