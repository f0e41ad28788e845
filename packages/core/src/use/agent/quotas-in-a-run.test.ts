import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noQuotas } from '../../domain/quotas.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { workspace } from '../toolsets/workspace/workspace.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

describe('a run at a quota', () => {
  it('is told that its file was not stored, and goes on', async () => {
    const write = (id: string, content: string) => ({
      ...{ id, name: 'write_file' },
      input: { path: `${id}.txt`, content },
    })
    const model = createCallingModel(
      write('small', 'x'.repeat(30)),
      write('large', 'x'.repeat(30)),
      write('fits', 'x'.repeat(20)),
    )
    const quotas = { ...noQuotas, person: { bytes: 50 } }
    const harness = await createAgentHarness({ sha256, model, toolsets: [workspace], quotas })
    await harness.work(await harness.say('go'), { fresh: true })
    const outcomes = (await harness.all('tool-completed')).map(({ outcome }) => outcome)
    expect(outcomes).toMatchObject([
      { status: 'ok' },
      {
        status: 'refused',
        problem: {
          code: 'quota.exceeded',
          details: { quota: 'bytes', scope: 'person', limit: 50, used: 30, adding: 30 },
        },
      },
      { status: 'ok' },
    ])
    const { tenant, principal, conversationId } = harness
    const files = await tenant.workspace.list(principal.userId, conversationId)
    expect(files.map(({ path }) => path)).toEqual(['fits.txt', 'small.txt'])
    expect(await harness.all('run-completed')).toHaveLength(1)
  })
})
