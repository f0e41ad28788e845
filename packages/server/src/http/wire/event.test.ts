import type { AgentId, RevisionDigest, RunId, SkillId } from '@repertoire/core/base'
import type { ConversationEvent } from '@repertoire/core/domain'
import { eventPageSchema } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { toWireEvent } from './event.ts'

const skill = {
  ...{ skillId: 'skl_1' as SkillId, digest: 'sha256:x' as RevisionDigest },
  ...{ slug: 'report', name: 'Report' },
}

function onTheWire(event: ConversationEvent) {
  const wire = toWireEvent({ seq: 1, runId: 'run_1' as RunId, traceId: 't', at: 0, event })
  expect(eventPageSchema.safeParse({ events: [wire], next_after: null }).error).toBeUndefined()
  return wire.data
}

it('C2: a run shows the agent it was started with, as it was then', () => {
  const agent = { id: 'agt_1' as AgentId, name: 'Bo', version: 3 }
  const started = { type: 'run-started', toolsets: ['packages'], permissions: [] } as const
  expect(onTheWire({ ...started, agent })).toMatchObject({ agent })
  expect(onTheWire(started)).not.toHaveProperty('agent')
})

it('C3: a skill without a list changes no restriction, and an empty list ends it', () => {
  const used = { type: 'skill-used', callId: 'c', skill } as const
  expect(onTheWire(used)).not.toHaveProperty('allows')
  expect(onTheWire({ ...used, allowedTools: [] })).toMatchObject({
    allowed_tools: [],
    allows: null,
  })
})

it('a changed state names the skills that left and why, and older logs have none', () => {
  const state = { enabledSkills: [], budgetUsedChars: 0, budgetMaxChars: 16_000 }
  const changed = { type: 'skills-state-changed', state } as const
  const { skillId: id, ...rest } = skill
  expect(onTheWire({ ...changed, withdrawn: [{ ...skill, reason: 'revoked' }] })).toMatchObject({
    withdrawn: [{ ...rest, id, reason: 'revoked' }],
  })
  expect(onTheWire(changed)).not.toHaveProperty('withdrawn')
})
