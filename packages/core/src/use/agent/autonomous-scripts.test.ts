import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TraceId, UserId } from '../../base/ids.ts'
import type { Role } from '../../domain/principal.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { Toolset } from '../tools/toolset.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const signal: TriggerContext = {
  ...{ source: 'cron', signalId: 'sig_1', asset: null, severity: 'info' },
  ...{ preloadSkills: [], suggestedStages: [], operatorAuthored: true },
  traceId: '0'.repeat(32) as TraceId,
}

/** A turn of an owner's schedule with one call that executes a script; the owner has `role` by then. */
async function turnOf(role: Role): Promise<{ ran: number; code: string }> {
  let ran = 0
  const execute = defineTool({
    name: 'execute',
    description: 'Runs a script.',
    input: z.strictObject({}),
    permission: 'conversations.use',
    policy: 'none',
    answersFrom: 'services',
    bind: () => ({
      skillSlug: null,
      reason: '',
      effect: {
        ...{ kind: 'act', repeatable: false, executes: true },
        run: async () => {
          ran += 1
          return { output: 'ran' }
        },
      },
    }),
  })
  const scripts: Toolset = { name: 'acting', instructions: '', tools: [execute] }
  const model = createCallingModel({ id: 'c', name: 'execute', input: {} })
  const harness = await createAgentHarness({ model, sha256, toolsets: [scripts] })
  const { tenant, principal } = harness
  const run = await harness.say('Go.', signal)
  const other = { id: 'usr_2' as UserId, name: 'Ben', role: 'owner', createdAt: 0 } as const
  await tenant.members.create(other)
  await tenant.members.setRole(principal.userId, role)
  await harness.work(run, { fresh: true })
  const outcome = await harness.lastOutcome()
  return { ran, code: outcome && 'problem' in outcome ? outcome.problem.code : 'ok' }
}

describe('scripts in a turn that no person started', () => {
  it('E8: run only while the person who allowed them is an owner or admin', async () => {
    // A schedule of an owner continues when they become an admin.
    expect(await turnOf('owner')).toEqual({ ran: 1, code: 'ok' })
    expect(await turnOf('admin')).toEqual({ ran: 1, code: 'ok' })
    expect(await turnOf('member')).toEqual({ ran: 0, code: 'signal.no-scripts' })
  })
})
