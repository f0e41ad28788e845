import { expect, it } from 'vitest'
import type { Approval } from '../../domain/approval.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { timeToAnswer } from './time-to-answer.ts'

const minutes = (type: Approval['type'], trigger: TriggerContext | null) =>
  timeToAnswer({ type }, { approvalTtlMinutes: 60 }, trigger) / 60_000

it('A7: only a change of a skill or packages asked of a person in a conversation stays open for 30 days', () => {
  const trigger = {} as TriggerContext
  expect(minutes('skill_change', null)).toBe(30 * 24 * 60)
  expect(minutes('package_installation', null)).toBe(30 * 24 * 60)
  expect(minutes('tool_call', null)).toBe(60)
  expect(minutes('skill_change', trigger)).toBe(60)
})
