import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../proof/paths.ts'
import { generatorDocument } from './generator-document.ts'

const openApi = JSON.parse(readFileSync(join(root, 'packages/protocol/openapi.json'), 'utf8'))
const { document, events } = generatorDocument(openApi)
const { schemas } = document.components

describe('the document that the Python client is generated from', () => {
  it('keeps every operation, with the answers that succeed', () => {
    expect(Object.keys(document.paths)).toEqual(Object.keys(openApi.paths))
    const operation = document.paths['/api/v1/skills/{id}']?.put
    expect(Object.keys(operation?.responses as object)).toEqual(['200'])
  })

  it('has a schema for each event of a conversation, told apart by a constant', () => {
    const { anyOf } = schemas.ConversationEvent as { anyOf: readonly { $ref: string }[] }
    expect(anyOf.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([...events.values()])
    expect(events.get('run_completed')).toBe('RunCompletedEvent')
    for (const [event, name] of events)
      expect(schemas[name]).toMatchObject({ properties: { event: { const: event } } })
  })

  it('keeps fields whose names are words of a schema', () => {
    const schema = { type: 'object', properties: { default: {}, enum: {}, type: { enum: ['a'] } } }
    const { Named } = generatorDocument({
      ...openApi,
      components: { schemas: { ...openApi.components.schemas, Named: schema } },
    }).document.components.schemas
    expect(Object.keys(Named?.properties as object)).toEqual(['default', 'enum', 'type'])
  })

  it('gives files as bytes', () => {
    const operation = document.paths['/api/v1/skills/{id}/files']?.get
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    expect(operation?.responses).toMatchObject({ '200': { content } })
  })

  it('takes no name that a schema has', () => {
    const taken = { schemas: { ...openApi.components.schemas, RunCompletedEvent: {} } }
    expect(() => generatorDocument({ ...openApi, components: taken })).toThrow(/RunCompletedEvent/)
  })
})
