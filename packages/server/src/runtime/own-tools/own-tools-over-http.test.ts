import { expect, it } from 'vitest'
import { z } from 'zod'
import { createTestServer } from '../../testing/test-server.ts'
import { defineTool } from './define-tool.ts'

it('own tools are listed with their tier, may be granted, and agents may have them', async () => {
  const tool = defineTool({
    ...{ name: 'send_report', description: 'Sends a report.', tier: 'ALWAYS_CONFIRM' },
    ...{ input: z.object({ to: z.string() }), execute: () => null },
  })
  const server = await createTestServer({ ownTools: [tool] })
  const tools = await server.call<{ items: { name: string }[] }>('/api/v1/tools')
  expect(tools.body.items.find(({ name }) => name === 'send_report')).toMatchObject({
    ...{ tier: 'ALWAYS_CONFIRM', own_tier: 'ALWAYS_CONFIRM' },
  })
  const agent = { name: 'Reporter', toolsets: ['own-tools'] }
  expect((await server.call('/api/v1/agents', { body: agent })).status).toBe(201)
  const uses = { tool: 'send_report', constraints: {}, max_uses: 1 }
  const tomorrow = new Date(server.clock.now() + 86_400_000).toISOString()
  const body = { ...uses, expires_at: tomorrow, agent_id: null }
  const grant = await server.call('/api/v1/tool-grants', { body })
  expect(grant.body).toMatchObject({ tool: 'send_report' })
})
